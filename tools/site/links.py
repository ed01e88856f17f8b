"""Checks the links of the site: site_links.py FOLDER. Every local link must lead to a file. If it
has a part after '#', the file must have an element with this name."""

import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlparse

root = pathlib.Path(sys.argv[1])


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.update(found[key] for key in ("id", "name") if found.get(key))
        self.links += [found[key] for key in ("href", "src") if found.get(key)]


pages = {path.resolve(): Page(path) for path in root.rglob("*.html")
         if path.name not in ("print.html", "404.html")}
wrong, count = [], 0
for path, page in pages.items():
    if root.resolve() / "api" in path.parents:
        continue  # rustdoc and javadoc make and check their own links
    for link in page.links:
        parts = urlparse(link)
        if parts.scheme or parts.netloc or link.startswith("javascript:"):
            continue
        count += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.exists():
            wrong.append(f"{path.relative_to(root.resolve())}: {link}")
        elif (parts.fragment and target in pages
              and unquote(parts.fragment) not in pages[target].names):
            wrong.append(f"{path.relative_to(root.resolve())}: {link} names no element")
print("\n".join(wrong[:40]))
print(f"{len(pages)} pages, {count} links, {len(wrong)} wrong")
sys.exit(1 if wrong or len(pages) < 30 else 0)
