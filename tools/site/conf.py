"""The settings of Sphinx. tools/site/gather.py copies this file beside the pages."""

project = "indp"
html_title = "indp"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "signature"
autodoc_member_order = "groupwise"
default_role = "code"
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


def escape(app, what, name, obj, options, lines):
    """In docstrings, a bar is part of |lo|, not of a substitution."""
    lines[:] = [line.replace("|", "\\|") for line in lines]


def setup(app):
    # Before napoleon, which makes lists of parameters.
    app.connect("autodoc-process-docstring", escape, priority=100)
