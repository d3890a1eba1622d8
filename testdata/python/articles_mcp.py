"""The articles on the plain SDK's FastMCP, with the mistake of articles_fastmcp.py.

Measured with mcp 1.30.0 (FastMCP) and mcp 2.3.0 (there called MCPServer), pydantic 2.14, over
stdio: the key left out is accepted; the key sent as null is a tool error (isError, no protocol
error), "Error executing tool update_article: " and then "1 validation error for
update_articleArguments\\ntitle\\n  Input should be a valid string [type=string_type,
input_value=None, input_type=NoneType]". Its schemas carry a title at every property and no additionalProperties.
An error of the tool's own is passed on by mcp 1 ("…: there is no article 7") and kept back by
mcp 2 ("Error executing tool get_article"). mcp 1 gives its own version as the server's, mcp 2 none.
"""

from mcp.types import ToolAnnotations

try:
    from mcp.server.fastmcp import FastMCP
except ModuleNotFoundError:  # mcp 2 renamed the class
    from mcp.server.mcpserver import MCPServer as FastMCP

from articles_store import Article, Store

server = FastMCP("articles")
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
    server.run()
