"""Documents made to be read back: contracts, specifications, letters, columns, running lines, contents lists, notes, lists.

    python -m benchmarks.text_documents FOLDER [--seed N]

writes FOLDER/files/text/*.pdf (by LibreOffice, from flat ODT built here) and the truth that ../shared/bench/pdf/score.py
reads with --root FOLDER: text with headings, running lines, words broken over line ends by soft hyphens.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path

TEXTS = {
    "ru": (
        "Исполнитель обязуется оказать услуги по сопровождению информационной системы в сроки, установленные календарным планом.",
        "Заказчик в течение пяти рабочих дней рассматривает представленные материалы и направляет замечания в письменной форме.",
        "Стоимость работ определяется на основании сметы и составляет 1 245 300,50 руб., включая налог на добавленную стоимость.",
        "Стороны освобождаются от ответственности за частичное неисполнение обязательств вследствие обстоятельств непреодолимой силы.",
        "Все изменения и дополнения действительны, если они совершены в письменной форме и подписаны уполномоченными представителями.",
        "Система должна обеспечивать хранение данных за период не менее 10 лет и доступ к ним из любого подразделения.",
        "Резервное копирование выполняется ежедневно, а проверка восстановления проводится не реже одного раза в квартал.",
        "При обнаружении недостатков составляется акт, в котором указываются сроки и порядок их устранения.",
    ),
    "en": (
        "The supplier shall deliver the equipment within thirty days of the order and shall bear the cost of transport.",
        "Each party keeps confidential any information that it receives from the other and uses it only for this purpose.",
        "The committee reviewed the measurements taken between 2015 and 2019 and found no change larger than 4.5 percent.",
        "Water levels along the northern shore rose slowly during the spring and fell again before the harvest began.",
        "A detailed description of the instruments, together with their calibration records, is kept at the institute.",
        "Payments are made in three instalments of 12,400.00 each, the last of which follows the final acceptance.",
        "Observers at both stations recorded temperature, pressure and wind speed at intervals of ten minutes.",
        "None of the earlier surveys had considered the influence of the dam on the lower part of the valley.",
    ),
    "de": (
        "Der Auftragnehmer verpflichtet sich, die Arbeiten innerhalb von sechs Wochen nach Vertragsschluss abzuschließen.",
        "Änderungen und Ergänzungen dieses Vertrages bedürfen der Schriftform und der Unterschrift beider Parteien.",
        "Die Messungen wurden zwischen 2015 und 2019 an zwei Stationen durchgeführt und anschließend gemeinsam ausgewertet.",
        "Für die Bearbeitung der Anträge stehen insgesamt 1.245.300,50 Euro zur Verfügung, die bis Jahresende auszugeben sind.",
        "Eine Übersicht der verwendeten Geräte befindet sich im Anhang und wird auf Wunsch zugeschickt.",
        "Der Ausschuss hat den Bericht in seiner letzten Sitzung beraten und ohne Gegenstimmen angenommen.",
    ),
    "fr": (
        "Le prestataire s'engage à livrer les documents dans un délai de trente jours à compter de la commande.",
        "Les parties conviennent de garder confidentielles toutes les informations échangées pendant la durée du contrat.",
        "Les mesures effectuées entre 2015 et 2019 montrent une augmentation régulière de la température moyenne.",
        "La commission a examiné le rapport lors de sa dernière séance et l'a adopté sans modification.",
        "Le montant total des travaux s'élève à 12 400,00 euros et sera versé en trois échéances égales.",
    ),
}
TITLES = {
    "ru": (
        "Предмет договора",
        "Права и обязанности сторон",
        "Порядок расчётов",
        "Ответственность сторон",
        "Порядок приёмки работ",
        "Срок действия",
        "Требования к надёжности",
        "Состав системы",
        "Прочие условия",
        "Общие положения",
    ),
    "en": (
        "Scope of the work",
        "Rights and duties",
        "Terms of payment",
        "Liability",
        "Acceptance of results",
        "Duration",
        "Measurements",
        "Earlier surveys",
        "Final provisions",
        "General remarks",
    ),
    "de": (
        "Gegenstand des Vertrages",
        "Rechte und Pflichten",
        "Vergütung",
        "Haftung",
        "Abnahme der Leistungen",
        "Laufzeit",
        "Messungen",
        "Frühere Arbeiten",
        "Schlussbestimmungen",
        "Allgemeines",
    ),
    "fr": (
        "Objet du contrat",
        "Droits et obligations",
        "Conditions de paiement",
        "Responsabilité",
        "Réception des travaux",
        "Durée",
        "Mesures",
        "Travaux antérieurs",
        "Dispositions finales",
        "Généralités",
    ),
}
NAMES = {
    "contract": {
        "ru": "ДОГОВОР № 17/2024",
        "en": "SERVICE AGREEMENT",
        "de": "DIENSTLEISTUNGSVERTRAG",
        "fr": "CONTRAT DE SERVICES",
    },
    "specification": {
        "ru": "ТЕХНИЧЕСКОЕ ЗАДАНИЕ",
        "en": "TECHNICAL SPECIFICATION",
        "de": "LASTENHEFT",
        "fr": "CAHIER DES CHARGES",
    },
    "report": {
        "ru": "Отчёт о наблюдениях",
        "en": "Report on the observations",
        "de": "Bericht der Kommission",
        "fr": "Rapport annuel",
    },
    "contents": {"ru": "Содержание", "en": "Contents", "de": "Inhalt", "fr": "Sommaire"},
    "subject": {
        "ru": "О продлении срока работ",
        "en": "Extension of the term",
        "de": "Verlängerung der Frist",
        "fr": "Prolongation du délai",
    },
}
BREAKABLE = re.compile(r"[^\W\d_]{7,}")
VOWEL = "аеёиоуыэюяaeiouyäöüéèàê"


@dataclass
class Paper:
    """A document in the making: its flat ODT body, its truth, and how its pages look."""

    name: str
    language: str
    size: float = 12
    columns: int = 1
    justify: bool = True
    hyphenate: bool = False
    header: tuple[str, str] = ("", "")
    first_header: bool = True
    footer: str = ""
    font: str = "Liberation Serif"
    spacing: float = 0.0
    indent: float = 1.25
    body: list[str] = field(default_factory=list)
    truth: list[str] = field(default_factory=list)

    def put(self, text: str, look: str, *, level: int = 0, shown: str | None = None, truth: str | None = None) -> None:
        """A paragraph of the style ``look``; ``shown`` is its XML where it is more than the text."""
        self.body.append(f'<text:p text:style-name="{look}">{shown or self._broken(text)}</text:p>')
        self.truth.append(f"{'#' * level + ' ' if level else ''}{truth or text}")

    def _broken(self, text: str) -> str:
        return BREAKABLE.sub(_with_breaks, escape(text)) if self.hyphenate else escape(text)


def _with_breaks(match: re.Match[str]) -> str:
    """Soft hyphens after vowels that a consonant and a vowel follow."""
    word = match[0]
    out = word[:2]
    for place in range(2, len(word)):
        follows = place + 1 < len(word) and word[place].lower() not in VOWEL and word[place + 1].lower() in VOWEL
        if follows and word[place - 1].lower() in VOWEL and place < len(word) - 2:
            out += "\u00ad"
        out += word[place]
    return out


def _style(  # noqa: PLR0913 - one argument for each property of a style
    name: str,
    paper: Paper,
    *,
    bold: bool = False,
    scale: float = 1.0,
    align: str = "left",
    before: float = 0.0,
    indent: float = 0.0,
    left: float = 0.0,
) -> str:
    return (
        f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties fo:text-align="{align}" '
        f'fo:margin-top="{before}cm" fo:margin-bottom="{paper.spacing}cm" fo:text-indent="{indent}cm" fo:margin-left="{left}cm"/>'
        f'<style:text-properties style:font-name="{paper.font}" fo:font-size="{paper.size * scale}pt" '
        f'fo:font-weight="{"bold" if bold else "normal"}"/></style:style>'
    )


def flat_odt(paper: Paper) -> str:
    """The document as one XML file."""
    body_align = "justify" if paper.justify else "left"
    styles = "".join(
        (
            _style("body", paper, align=body_align, indent=paper.indent),
            _style("flush", paper, align=body_align),
            _style("title", paper, bold=True, scale=1.5, align="center", before=0.4),
            _style("caps", paper, align="center", before=0.5),
            _style("h1", paper, bold=True, scale=1.25, before=0.6),
            _style("h2", paper, bold=True, scale=1.1, before=0.4),
            _style("bold", paper, bold=True, before=0.4, indent=paper.indent),
            _style("boldcentre", paper, bold=True, before=0.4, align="center"),
            _style("plainhead", paper, before=0.5, indent=paper.indent),
            _style("item1", paper, align=body_align, left=1.25, indent=-0.6),
            _style("item2", paper, align=body_align, left=2.5, indent=-0.6),
            _style("running", paper, scale=0.75),
            _style("right", paper, align="right"),
            '<style:style style:name="toc" style:family="paragraph"><style:paragraph-properties><style:tab-stops>'
            '<style:tab-stop style:position="16.5cm" style:type="right" style:leader-style="dotted" style:leader-text="."/>'
            f'</style:tab-stops></style:paragraph-properties><style:text-properties style:font-name="{paper.font}" '
            f'fo:font-size="{paper.size}pt"/></style:style>'
            f'<style:style style:name="cols" style:family="section"><style:section-properties><style:columns fo:column-count="{paper.columns}" '
            'fo:column-gap="0.6cm"/></style:section-properties></style:style>',
        )
    )
    running = lambda text: f'<text:p text:style-name="running">{escape(text)}</text:p>'  # noqa: E731 - one line, used thrice
    head = f"<style:header>{running(paper.header[0])}</style:header>" if paper.header[0] else ""
    left = f"<style:header-left>{running(paper.header[1])}</style:header-left>" if paper.header[1] else ""
    number = escape(paper.footer).replace("#", "<text:page-number/>")
    foot = f'<style:footer><text:p text:style-name="running">{number}</text:p></style:footer>' if paper.footer else ""
    props = (
        '<style:header-style><style:header-footer-properties fo:margin-bottom="0.5cm"/></style:header-style>'
        '<style:footer-style><style:header-footer-properties fo:margin-top="0.5cm"/></style:footer-style>'
    )
    page = (
        '<style:page-layout style:name="pl" style:page-usage="mirrored"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" '
        'fo:margin="1.5cm" '
        f'fo:margin-left="2.5cm"/>{props}</style:page-layout>'
    )
    names = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{value}:1.0"'
        for key, value in {
            "office": "office",
            "text": "text",
            "style": "style",
            "fo": "xsl-fo-compatible",
            "svg": "svg-compatible",
        }.items()
    )
    text = "".join(paper.body)
    if paper.columns > 1:
        text = f'{paper.body[0]}<text:section text:style-name="cols" text:name="s">{"".join(paper.body[1:])}</text:section>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {names} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.text"><office:font-face-decls>'
        f'<style:font-face style:name="{paper.font}" svg:font-family="\'{paper.font}\'"/></office:font-face-decls>'
        f"<office:automatic-styles>{styles}{page}</office:automatic-styles><office:master-styles>"
        f'<style:master-page style:name="Standard" style:page-layout-name="pl">{head}{left}{foot}</style:master-page></office:master-styles>'
        f"<office:body><office:text>{text}</office:text></office:body></office:document>"
    )


class Writer:
    """Texts drawn at random, each document from its own seed."""

    def __init__(self, seed: int, language: str) -> None:
        self.random = random.Random(seed)
        self.language = language
        self.titles = list(TITLES[language])
        self.random.shuffle(self.titles)

    def paragraph(self, least: int = 2, most: int = 5) -> str:
        """A few sentences."""
        return " ".join(
            self.random.sample(TEXTS[self.language], self.random.randint(least, min(most, len(TEXTS[self.language]))))
        )


def contract(paper: Paper, write: Writer, *, article: str, look: str) -> None:
    """ "Статья 1. Предмет договора" and clauses "1.1." below."""
    paper.put(NAMES["contract"][paper.language], "title", level=1)
    paper.put(write.paragraph(1, 2), "body")
    for number, title in enumerate(write.titles[:7], start=1):
        paper.put(f"{article}{number}. {title}", look, level=2)
        for clause in range(1, write.random.randint(3, 6)):
            paper.put(f"{number}.{clause}. {write.paragraph(1, 3)}", "body")


def specification(paper: Paper, write: Writer, *, look: str) -> None:
    """Numbered headings in body size, without styles, three deep."""
    paper.put(NAMES["specification"][paper.language], "boldcentre", level=1)
    for number, title in enumerate(write.titles[:6], start=1):
        paper.put(f"{number} {title}", look, level=2)
        for deeper in (1, 2):
            paper.put(f"{number}.{deeper} {write.titles[(number + deeper + 3) % 10]}", look, level=3)
            for _ in range(2):
                paper.put(write.paragraph(), "body")


def report(paper: Paper, write: Writer) -> None:
    """A title and headings larger than the text."""
    paper.put(NAMES["report"][paper.language], "title", level=1)
    for title in write.titles[:6]:
        paper.put(title, "h1", level=2)
        for _ in range(write.random.randint(2, 4)):
            paper.put(write.paragraph(3, 6), "body")


def with_contents(paper: Paper, write: Writer) -> None:
    """A contents list with dot leaders before the chapters."""
    paper.put(NAMES["contents"][paper.language], "h1", level=2)
    for number, title in enumerate(write.titles[:6], start=1):
        paper.put(
            "",
            "toc",
            shown=f"{number}. {escape(title)}<text:tab/>{number + 1}",
            truth=f"{number}. {title} {number + 1}",
        )
    for number, title in enumerate(write.titles[:6], start=1):
        paper.put(f"{number}. {title}", "h1", level=2)
        for _ in range(3):
            paper.put(write.paragraph(3, 6), "body")


def letter(paper: Paper, write: Writer) -> None:
    """Sender and date, a subject, the text, a signature; no heading but the subject."""
    for line in (
        ("ООО «Северный берег»", "г. Тверь, ул. Садовая, д. 5")
        if paper.language == "ru"
        else ("Nordufer Ltd", "5 Garden Street")
    ):
        paper.put(line, "right")
    subject = NAMES["subject"][paper.language]
    paper.put(subject, "boldcentre", level=1)
    for _ in range(4):
        paper.put(write.paragraph(), "body")
    paper.put(
        {"ru": "С уважением, И. П. Соколов", "en": "Yours faithfully, J. Falk"}.get(paper.language, "J. Falk"), "flush"
    )


def with_lists(paper: Paper, write: Writer) -> None:
    """Bullets, numbers and letters, two deep."""
    report(paper, write)
    for mark in ("•", "–"):
        paper.put(write.paragraph(1, 1).rstrip(".") + ":", "body")
        for number in range(1, 4):
            text = write.paragraph(1, 2)
            paper.put("", "item1", shown=f"{mark}<text:tab/>{escape(text)}", truth=f"- {text}")
            for letter_mark in "ab" if number == 2 else ():
                inner = write.paragraph(1, 1)
                paper.put(
                    "", "item2", shown=f"{letter_mark})<text:tab/>{escape(inner)}", truth=f"{letter_mark}) {inner}"
                )


def with_footnotes(paper: Paper, write: Writer) -> None:
    """Numbered notes at the foot of the page, given in the truth after their paragraph's page."""
    report(paper, write)
    for number, place in enumerate((2, 4, 7), start=1):
        note = write.paragraph(1, 1)
        citation = (
            f'<text:note text:id="n{number}" text:note-class="footnote"><text:note-citation>{number}</text:note-citation>'
            f'<text:note-body><text:p text:style-name="running">{escape(note)}</text:p></text:note-body></text:note>'
        )
        paper.body[place] = paper.body[place].replace("</text:p>", f"{citation}</text:p>")
        paper.truth[place] += f"[^{number}]"
        paper.truth.append(f"[^{number}]: {note}")


def papers(seed: int) -> list[Paper]:
    """All documents."""
    out: list[Paper] = []

    def add(kind: str, language: str, fill: object, **look: object) -> None:
        paper = Paper(f"{kind}-{language}", language, **look)  # type: ignore[arg-type]  # literals below
        fill(paper, Writer(seed + len(out), language))  # type: ignore[operator]  # one of the functions above
        out.append(paper)

    add(
        "contract-article", "ru", lambda p, w: contract(p, w, article="Статья ", look="boldcentre"), footer="Страница #"
    )
    add("contract-plain", "ru", lambda p, w: contract(p, w, article="", look="boldcentre"), footer="#", size=11.0)
    add("contract", "en", lambda p, w: contract(p, w, article="Article ", look="bold"), footer="Page #", size=11.0)
    add("contract", "de", lambda p, w: contract(p, w, article="§ ", look="boldcentre"), footer="Seite #")
    add(
        "contract",
        "fr",
        lambda p, w: contract(p, w, article="Article ", look="bold"),
        header=("Contrat de services", ""),
    )
    add("spec-bold", "ru", lambda p, w: specification(p, w, look="bold"), footer="#", size=14.0)
    add("spec-plain", "ru", lambda p, w: specification(p, w, look="plainhead"), footer="#", size=14.0)
    add(
        "spec-plain",
        "en",
        lambda p, w: specification(p, w, look="plainhead"),
        header=("Specification 17, draft of May", ""),
    )
    add("spec-bold", "de", lambda p, w: specification(p, w, look="bold"), indent=0.0, spacing=0.2)
    for language in ("ru", "en", "de", "fr"):
        add("letter", language, letter, spacing=0.2)
        add("two-columns", language, report, columns=2, size=10.0, hyphenate=True, indent=0.5, footer="#")
        add("lists", language, with_lists, size=11.0, spacing=0.1)
    add("three-columns", "ru", report, columns=3, size=9.0, hyphenate=True, indent=0.4)
    add(
        "three-columns",
        "en",
        report,
        columns=3,
        size=9.0,
        hyphenate=True,
        indent=0.0,
        spacing=0.15,
        font="Liberation Sans",
    )
    for language, head in (
        ("ru", ("Годовой отчёт", "Северный берег")),
        ("en", ("Annual report 2024", "Northern shore")),
    ):
        add("mirrored", language, report, header=head, footer="— # —", spacing=0.2, size=13.0)
        add("contents", language, with_contents, footer="#")
        add("footnotes", language, with_footnotes, footer="#")
    add("footnotes", "de", with_footnotes, size=10.0)
    return out


def write_all(folder: Path, seed: int) -> None:
    """Files, truth and the list of documents. LibreOffice prints them."""
    work = folder / "files" / "text"
    truth = folder / "truth" / "text"
    for one in (work, truth):
        one.mkdir(parents=True, exist_ok=True)
    made = papers(seed)
    for paper in made:
        (work / f"{paper.name}.fodt").write_text(flat_odt(paper), encoding="utf-8")
    sources = [str(work / f"{paper.name}.fodt") for paper in made]
    command = [
        "soffice",
        f"-env:UserInstallation=file://{folder}/profile",
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(work),
    ]
    subprocess.run([*command, *sources], check=True, capture_output=True)
    rows = [_truth(paper, work, truth) for paper in made]
    with (folder / "documents.csv").open("w", encoding="utf-8", newline="") as target:
        out = csv.writer(target)
        out.writerow(("set", "name", "kind"))
        out.writerows(rows)
    for source in sources:
        Path(source).unlink()


def _truth(paper: Paper, work: Path, folder: Path) -> Sequence[str]:
    import pymupdf

    with pymupdf.open(work / f"{paper.name}.pdf") as pdf:
        pages = len(pdf)
        lines = [line for page in pdf for line in page.get_text().splitlines()]
    breaks: dict[str, int] = {}
    words = {word.lower() for text in paper.truth for word in re.findall(r"[^\W_]+", text)}
    for line, after in pairwise(lines):
        tail, head = re.search(r"([^\W\d_]+)[-\u2010\u00ad]\s*$", line), re.match(r"[^\W\d_]+", after)
        if tail and head and (tail[1] + head[0]).lower() in words:
            form = (tail[1] + head[0]).lower()
            breaks[form] = breaks.get(form, 0) + 1
    running = [[text.replace("#", "1"), pages] for text in (paper.footer,) if text]
    heads = [text for text in paper.header if text]
    running += [[text, (pages + (number == 0 and len(heads) > 1)) // len(heads)] for number, text in enumerate(heads)]
    record = {"flags": [], "tables": [], "running": running, "hyphens": sorted(breaks.items())}
    (folder / f"{paper.name}.json").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    (folder / f"{paper.name}.md").write_text("\n\n".join(paper.truth), encoding="utf-8")
    return ("text", paper.name, paper.name.rsplit("-", 1)[0])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    write_all(args.folder.resolve(), args.seed)


if __name__ == "__main__":
    main()
