"""What was asked: words, "phrases", field:value and -word, as clauses for the engine."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

import tantivy

from ingest_assets.search.engine import day
from ingest_assets.search.words import BLANKS, GROUPED, entries, folded_text, is_code, terms
from ingest_assets.thresholds.search import SearchLimits

PART = re.compile(r'(?P<minus>-(?=[^\W\d]|"))?(?:(?P<field>[a-z]+):)?(?:"(?P<phrase>[^"]*)"|(?P<word>\S+))')
FIELDS = {
    "source": "source",
    "format": "format",
    "language": "language",
    "route": "route",
    "grade": "grade",
    "page": "page",
    "heading": "heads",
}
Clause = tuple[tantivy.Occur, tantivy.Query]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Each value must hold; ``after`` and ``before`` (inclusive) look at the day on which the file was last changed."""

    source: str | None = None
    format: str | None = None
    language: str | None = None
    route: str | None = None
    after: datetime.date | None = None
    before: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One word or phrase of the query. ``field`` is a field of the engine or None for the text."""

    text: str
    phrase: bool = False
    field: str | None = None
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Engine:
    """Schema, searcher and limits: what clauses are made from."""

    schema: tantivy.Schema
    searcher: tantivy.Searcher
    limits: SearchLimits

    def query(self, text: str, filters: Filters) -> tantivy.Query:
        """The whole query. A query of numbers and codes only asks for all of them, exactly as they are written."""
        parts = list(parsed(text))
        plain = [part for part in parts if part.field is None and not part.phrase and not part.excluded]
        strict = bool(plain) and all(is_code(folded_text(part.text)) for part in plain)
        clauses = [clause for part in parts if (clause := self._clause(part, strict=strict)) is not None]
        needed = [clause for clause in clauses if clause[0] != tantivy.Occur.Should]
        optional = [clause for clause in clauses if clause[0] == tantivy.Occur.Should]
        if optional:
            needed.append((tantivy.Occur.Must, tantivy.Query.boolean_query(optional)))
        elif all(occur == tantivy.Occur.MustNot for occur, _ in needed):
            needed.append(
                (tantivy.Occur.Must, tantivy.Query.empty_query() if plain or not parts else tantivy.Query.all_query())
            )
        return tantivy.Query.boolean_query([*needed, *self._filters(filters)])

    def _clause(self, part: Part, *, strict: bool) -> Clause | None:
        if part.field not in (None, "heads"):
            query = self._constant(self._term(str(part.field), part.text))
            return (tantivy.Occur.MustNot if part.excluded else tantivy.Occur.Must, query)
        found = (
            self._words(part, part.field or "stems")
            if part.phrase or part.field
            else self._word(part.text, strict=strict)
        )
        if found is None:
            return None
        if part.excluded:
            return tantivy.Occur.MustNot, found
        return (tantivy.Occur.Must if part.phrase or part.field or strict else tantivy.Occur.Should, found)

    def _word(self, word: str, *, strict: bool) -> tantivy.Query | None:
        """A word by its stem in text and headings; a code as it is written, by its parts where that is nowhere."""
        folded = folded_text(word)
        exact = (
            [entry for entry in entries(folded) if self.searcher.doc_freq("exact", entry)] if is_code(folded) else []
        )
        queries = [tantivy.Query.boost_query(self._term("exact", entry), self.limits.exact_boost) for entry in exact]
        if strict and queries:
            return _any(queries)
        stems = terms(word).stems
        if len(stems) > 1:
            together = self._phrase("stems", stems)
            queries.append(together)
        if not strict or len(stems) == 1:
            queries.extend(self._stem(stem) for stem in stems)
        return _any(queries) if queries else None

    def _stem(self, stem: str) -> tantivy.Query:
        """A word counts where it weighs most, in the text or in a heading: twice told is not twice as good."""
        heading = tantivy.Query.boost_query(self._term("heads", stem), self.limits.heading_boost)
        return tantivy.Query.disjunction_max_query([self._term("stems", stem), heading], self.limits.second_field)

    def _words(self, part: Part, field: str) -> tantivy.Query | None:
        stems = terms(part.text).stems
        return None if not stems else self._phrase(field, stems)

    def _phrase(self, field: str, stems: tuple[str, ...]) -> tantivy.Query:
        return (
            self._term(field, stems[0])
            if len(stems) == 1
            else tantivy.Query.phrase_query(self.schema, field, list(stems))
        )

    def _term(self, field: str, value: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, field, value)

    def _constant(self, query: tantivy.Query) -> tantivy.Query:
        """A filter: it decides, and does not weigh."""
        return tantivy.Query.const_score_query(query, 0.0)

    def _filters(self, filters: Filters) -> Iterator[Clause]:
        for name in ("source", "format", "language", "route"):
            value = getattr(filters, name)
            if value is not None:
                yield tantivy.Occur.Must, self._constant(self._term(name, value))
        if filters.after is not None or filters.before is not None:
            first, last = filters.after or datetime.date.min, filters.before or datetime.date.max
            days = tantivy.Query.range_query(self.schema, "day", tantivy.FieldType.Integer, day(first), day(last))
            yield tantivy.Occur.Must, self._constant(days)


def parsed(text: str) -> Iterator[Part]:
    """The parts of a query. A name before a colon that is no field belongs to the word (12:30, mailto:a@b)."""
    joined = GROUPED.sub(lambda found: BLANKS.sub("", found.group()), text)
    for found in PART.finditer(joined):
        field, phrase, word = found["field"], found["phrase"], found["word"]
        excluded = found["minus"] is not None
        if field is not None and field not in FIELDS:
            word, field = f"{field}:{word if word is not None else phrase}", None
        value = phrase if phrase is not None else word or ""
        if value.strip():
            yield Part(value, phrase is not None, FIELDS[field] if field else None, excluded)


def _any(queries: list[tantivy.Query]) -> tantivy.Query:
    return (
        queries[0]
        if len(queries) == 1
        else tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])
    )
