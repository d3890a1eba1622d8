"""The articles on the fastmcp package, with the mistake that the second true story is about.

`title: str = None` reads as "optional", and is published as {"default": null, "type": "string"}:
the advertised default breaks its own type. Five such defaults: four in update_article, one in
create_article.

Measured with fastmcp 4.2.3 (on mcp 2.3.0) and with 3.4.11 (on mcp 1.30.0), pydantic 2.14, over
stdio: the key left out is accepted; the key sent as null is a tool error (isError, no protocol
error), "1 validation error for call[update_article]\\ntitle\\n  Input should be a valid string
[type=string_type, input_value=None, input_type=NoneType]". Likewise body_markdown; published
says "a valid boolean", tags "a valid list". Its schemas carry additionalProperties: false and no
titles.
"""

from fastmcp import FastMCP
from mcp.types import ToolAnnotations

from articles_store import Article, Store

server = FastMCP("articles", version="1.0.0")
store = Store()


@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=False, idempotentHint=False))
def create_article(title: str, body_markdown: str = None, published: bool = False) -> Article:
    """Create an article."""
    return store.create(title, body_markdown, published)


@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=True, idempotentHint=False))
def delete_article(article_id: int) -> Article:
    """Delete an article and return what it was."""
    return store.delete(article_id)


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def get_article(article_id: int) -> Article:
    """Get one article by its number."""
    return store.get(article_id)


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_articles(published_only: bool = False, limit: int = 20) -> list[Article]:
    """List articles, the oldest first."""
    return store.list(published_only, limit)


@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=True, idempotentHint=True))
def update_article(
    article_id: int,
    title: str = None,
    body_markdown: str = None,
    published: bool = None,
    tags: list[str] = None,
    confirm: bool = False,
) -> Article:
    """Update an article. Fields left out are not touched; without confirm nothing is kept."""
    return store.update(
        article_id, confirm, title=title, body_markdown=body_markdown, published=published, tags=tags
    )


if __name__ == "__main__":
    server.run(show_banner=False)
