"""The articles with the mistake mended in the source: `str | None = None`.

Runs on either environment. Measured on fastmcp 4.2.3 and on mcp 1.30.0: a title is
published as {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}, the other four
likewise; null is accepted and means what leaving the key out means.
"""

from mcp.types import ToolAnnotations

try:
    from fastmcp import FastMCP

    quiet = {"show_banner": False}
except ModuleNotFoundError:  # the environment without the fastmcp package
    from mcp.server.fastmcp import FastMCP

    quiet = {}

from articles_store import Article, Store

server = FastMCP("articles")
store = Store()


@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=False, idempotentHint=False))
def create_article(title: str, body_markdown: str | None = None, published: bool = False) -> Article:
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
    title: str | None = None,
    body_markdown: str | None = None,
    published: bool | None = None,
    tags: list[str] | None = None,
    confirm: bool = False,
) -> Article:
    """Update an article. Fields left out are not touched; without confirm nothing is kept."""
    return store.update(
        article_id, confirm, title=title, body_markdown=body_markdown, published=published, tags=tags
    )


if __name__ == "__main__":
    server.run(**quiet)
