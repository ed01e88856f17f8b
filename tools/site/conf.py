"""The settings of Sphinx. tools/site/gather.py copies this file beside the pages."""

project = "indp"
html_title = "indp"
extensions = ["myst_parser"]
myst_heading_anchors = 5
smartquotes = False
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
exclude_patterns = ["static"]
# Code of the pages that is not of the language that its block names, such as psql's commands.
suppress_warnings = ["misc.highlighting_failure"]
