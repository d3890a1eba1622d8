"""The articles that the sample servers serve: in memory, gone when the process ends.

No MCP in here. The servers beside this file differ only in the SDK they use and
in how their optional parameters are annotated, so whatever a client sees differ
between them comes from there.
"""

from pydantic import BaseModel

PREVIEW = "not confirmed: this is what the article would become"


class Article(BaseModel):
    article_id: int
    title: str
    body_markdown: str
    published: bool
    tags: list[str]
    note: str


class Store:
    """Articles by number. A number that is not there is a LookupError."""

    def __init__(self) -> None:
        self._articles: dict[int, Article] = {}
        for number, title in ((1, "First words"), (42, "On lenses")):
            self._articles[number] = Article(
                article_id=number,
                title=title,
                body_markdown=f"# {title}",
                published=False,
                tags=["sample"],
                note="",
            )

    def create(self, title: str, body_markdown: str | None, published: bool) -> Article:
        number = max(self._articles, default=0) + 1
        article = Article(
            article_id=number,
            title=title,
            body_markdown=body_markdown or "",
            published=published,
            tags=[],
            note="",
        )
        self._articles[number] = article
        return article

    def get(self, article_id: int) -> Article:
        if article_id not in self._articles:
            raise LookupError(f"there is no article {article_id}")
        return self._articles[article_id]

    def list(self, published_only: bool, limit: int) -> list[Article]:
        chosen = [a for a in self._articles.values() if a.published or not published_only]
        return chosen[: max(limit, 0)]

    def delete(self, article_id: int) -> Article:
        article = self.get(article_id)
        del self._articles[article_id]
        return article

    def update(self, article_id: int, confirm: bool, **fields: object) -> Article:
        """Fields that are None are not touched; without confirm nothing is kept."""
        given = {name: value for name, value in fields.items() if value is not None}
        changed = self.get(article_id).model_copy(update=given)
        if not confirm:
            return changed.model_copy(update={"note": PREVIEW})
        self._articles[article_id] = changed
        return changed
