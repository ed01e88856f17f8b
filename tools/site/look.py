"""Looks at the site in Chromium: look.py SITE FOLDER. Opens each page on screens of 390 and 1280
px, light and dark. A page must not be wider than the screen, each picture must have a text that
stands for it, and text must contrast with what is behind it. Search must find a function. Writes
pictures of some pages to FOLDER."""

import pathlib
import sys

from playwright.sync_api import sync_playwright

site, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
SHOWN = ("index", "docs/errors", "docs/tutorials/postgresql", "docs/reference/c/index",
         "docs/reference/c/indp_state_release_value", "docs/reference/sql/dp_sum",
         "docs/reference/python", "docs/reference/go", "docs/reference/node/classes/Histogram",
         "docs/reference/languages", "docs/evidence", "docs/choosing",
         "extensions/postgresql/docs/owners")
LOOK = """() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const visible = e => e.getClientRects().length > 0;
    const images = [...document.querySelectorAll('article img')].filter(visible);
    const level = ([r, g, b]) => [r, g, b].map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const colour = text => text.match(/[\\d.]+/g).map(Number);
    const behind = e => {
        for (; e; e = e.parentElement) {
            const found = colour(getComputedStyle(e).backgroundColor);
            if (found.length < 4 || found[3] > 0) return found;
        }
        return [255, 255, 255];
    };
    const faint = [...document.querySelectorAll('article p, article td, article li, article pre')]
        .filter(e => visible(e) && e.textContent.trim()).filter(e => {
            const [a, b] = [level(colour(getComputedStyle(e).color)), level(behind(e))];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
        });
    return {
        wide,
        mute: images.filter(i => !i.alt).map(i => i.src),
        broken: images.filter(i => i.complete && !i.naturalWidth).map(i => i.src),
        faint: faint.slice(0, 3).map(e => e.textContent.slice(0, 60)),
    };
}"""
pages = sorted(page.relative_to(site).as_posix().removesuffix(".html")
               for page in site.rglob("*.html"))
# rustdoc and javadoc make pages of their own kind.
pages = [page for page in pages
         if page not in ("genindex", "py-modindex", "search") and not page.startswith("api/")]
wrong = []
with sync_playwright() as driver:
    browser = driver.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
    for width in (390, 1280):
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": width, "height": 900},
                                          color_scheme=scheme)
            view = context.new_page()
            for page in pages:
                view.goto(f"file://{site}/{page}.html")
                for what, found in view.evaluate(LOOK).items():
                    if found and (what != "wide" or found > 0):
                        wrong.append(f"{page} at {width} px, {scheme}: {what} {found}")
                if page in SHOWN:
                    name = page.replace("/", "-")
                    view.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
            context.close()
    view = browser.new_page()
    view.goto(f"file://{site}/search.html?q=dp_quantile_error")
    view.wait_for_selector("#search-results a", timeout=20000)
    results = view.locator("#search-results a").all_inner_texts()
    if "dp_quantile_error" not in results:
        wrong.append(f"search finds {results}")
    browser.close()
print("\n".join(wrong[:60]))
print(f"{len(pages)} pages on 4 screens, {len(wrong)} wrong; pictures are in {folder}")
sys.exit(1 if wrong or len(pages) < 150 else 0)
