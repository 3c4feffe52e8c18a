"""``xml_entities``: nothing is expanded, nothing is fetched."""

from __future__ import annotations

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

EXTERNAL = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><p>before &x; after</p></r>'
LAUGHS = '<?xml version="1.0"?><!DOCTYPE r [{}]><r><p>&e9;</p></r>'.format(
    "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10 if level else "ha"}">' for level in range(10))
)


@pytest.mark.parametrize("source", [EXTERNAL, LAUGHS])
@pytest.mark.parametrize("name", ["data.xml", "drawing.svg"])
def test_xml_entities(source: str, name: str) -> None:
    if name.endswith("svg"):
        source = source.replace("<r>", '<svg xmlns="http://www.w3.org/2000/svg"><text>').replace(
            "</r>", "</text></svg>"
        )
        source = source.replace("DOCTYPE r", "DOCTYPE svg")
    document = whole_way(source.encode(), name)
    assert document.verdict.state == "quarantined"
    assert Problem.XML_ENTITIES in {finding.code for finding in document.findings}
    assert document.cleaned.blocks == ()
