"""blocks.py PAGE FOLDER: writes the code blocks of a page to files in FOLDER, in order, and prints
their names. If the first line of a block is a comment with a file name, the block gets this name.
Blocks of shell commands get a number. Any other block is an error, so that every block is
tested."""
import os
import re
import sys

page, folder = sys.argv[1:]
text = open(page, encoding="utf-8").read()
number = 0
for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
    number += 1
    named = re.match(r"(?://|/\*|<!--) ([\w./-]+\.\w+)\b", block)
    name = f"{number:02}.sh" if language == "sh" else named and named.group(1)
    if not name:
        sys.exit(f"{page}: block {number} ({language or 'no language'}) does not name its file")
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(block)
    print(name)
if (text.count("\n```") % 2 or not number
    or re.search(r"^ {4}\S", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)):
    sys.exit(f"{page}: the page has no code block, or one that is not closed or is indented")
