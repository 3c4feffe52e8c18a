"""Web pages: an article in its surroundings, walls, hidden text, nesting."""

from __future__ import annotations

from ingest_assets_tests.corpus.texts import HARBOUR

ARTICLE = [
    HARBOUR,
    "In the afternoon the engineer came down from the district office and measured the leak under the sill, "
    "which had grown by a hand since the autumn, and he ordered oak beams from the yard.",
    "The town council will decide on Thursday whether the old gates are repaired or new ones are built, "
    "and the cost of either is said to be above forty thousand.",
]
MENU = "".join(f'<li><a href="/section/{number}">Menu entry {number}</a></li>' for number in range(30))


def page(body: str, head: str = "") -> str:
    """A whole HTML document."""
    return f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>Harbour news</title>{head}</head><body>{body}</body></html>"


def article_page(extra: str = "") -> str:
    """An article of three paragraphs between a menu, a side bar and a footer."""
    paragraphs = "".join(f"<p>{text}</p>" for text in ARTICLE)
    return page(
        f"<nav><ul>{MENU}</ul></nav><main><article><h1>The old lock leaks</h1>{paragraphs}{extra}</article></main>"
        "<aside><h3>Most read</h3><p><a href='https://news.example/1'>Another story about something else entirely</a></p>"
        "</aside><footer><p>All rights reserved, imprint, privacy, cookies</p></footer>"
    )


LOGIN = page(
    "<form method='post'><h2>Sign in to continue</h2><label>Name</label><input name='u'>"
    "<label>Password</label><input type='password' name='p'><button>Log in</button></form>"
)
SHELL = page(
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script>1</script>'
)
FRAMES = "<html><head><title>Old site</title></head><frameset cols='20%,*'><frame src='a.html'><frame src='b.html'></frameset></html>"


def deep(elements: int) -> str:
    """Text below thousands of unclosed elements."""
    return page("<div>" * elements + HARBOUR)
