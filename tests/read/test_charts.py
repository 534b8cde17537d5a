"""What a chart of an office file shows is read: its titles, series, labels and figures."""

import pytest

from documents_made import zipped
from hyperdigest.read.content import Content
from hyperdigest.read.office.powerpoint import read_pptx
from hyperdigest.read.office.word import read_docx
from office_made import pptx, shape

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATION = (
    f'<Relationships><Relationship Id="c" Type="{OFFICE}/chart" Target="{{}}"/></Relationships>'
)


def cached(name: str, values: list[str], code: str = "") -> str:
    points = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(values) if v)
    code = f"<c:formatCode>{code}</c:formatCode>" if code else ""
    return f"<c:{name}><c:numRef><c:numCache>{code}{points}</c:numCache></c:numRef></c:{name}>"


def chart(*series: tuple[str, list[str]], labels: list[str], code: str = "General") -> str:
    drawn = "".join(
        f"<c:ser>{cached('tx', [name])}{cached('cat', labels)}{cached('val', values, code)}</c:ser>"
        for name, values in series
    )
    title = (
        "<c:title><a:p><a:r><a:t>Sacks </a:t></a:r><a:r><a:t>of flour</a:t></a:r></a:p></c:title>"
    )
    plot = f"<c:plotArea><c:barChart>{drawn}</c:barChart></c:plotArea>"
    return f'<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>{title}{plot}</c:chart></c:chartSpace>'


def on_slide(drawn: str) -> Content:
    more = {
        "ppt/slides/_rels/slide1.xml.rels": RELATION.format("../charts/chart1.xml"),
        "ppt/charts/chart1.xml": drawn,
    }
    return read_pptx(pptx(shape("The mill", "title"), **more))


def in_document(drawn: str) -> Content:
    body = "<w:body><w:p><w:r><w:t>The mill</w:t></w:r></w:p></w:body>"
    return read_docx(
        zipped(
            {
                "word/document.xml": f'<w:document xmlns:w="w">{body}</w:document>',
                "word/_rels/document.xml.rels": RELATION.format("charts/chart1.xml"),
                "word/charts/chart1.xml": drawn,
            }
        )
    )


@pytest.mark.parametrize("read", [on_slide, in_document])
def test_a_chart_is_a_table_below_its_title(read):
    drawn = chart(
        ("2024", ["19.199999999999999", "21.4"]), ("2025", ["20", ""]), labels=["North", "South"]
    )
    content = read(drawn)
    blocks = [(block.kind, content.text[block.start : block.end]) for block in content.blocks]
    assert blocks[1:] == [
        ("paragraph", "Sacks of flour"),
        ("header", "2024\t2025"),
        ("table", "North\t19.2\t20"),
        ("table", "South\t21.4"),
    ]


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        ("0.125", "0.0%", "12.5%"),
        ("0.333", "#0.##%", "33.3%"),
        ("5", "0&quot;%&quot;", "5%"),
        ("5", r"0\%", "5%"),
        ("45657", "d/m/yyyy", "31/12/2024"),
        ("1500", "[$-409]d-mmm-yy", "8-Feb-04"),
        ("1234.5", "&quot;USD&quot; #,##0.00", "USD 1,234.50"),
        ("5", "0&quot; days&quot;", "5 days"),
        ("12.5", "0.0&quot;yd&quot;", "12.5yd"),
        ("3.7", "Standard", "3.7"),
        ("3.7", "General", "3.7"),
    ],
)
def test_figures_are_read_as_their_number_formats_show_them(value, code, shown):
    text = on_slide(chart(("x", [value]), labels=["A"], code=code)).text
    assert text.endswith(f"A\t{shown}")


@pytest.mark.parametrize(
    "drawn",
    [
        chart(("x", ["1"] * 500), labels=[""]),
        chart(labels=[]),
        chart(("x", ["nan", "1e999", "-"]), labels=["a" * 9, "b", "c"]).replace(
            'idx="1"', 'idx="٣"'
        ),
    ],
)
def test_curves_and_broken_charts_have_a_title_at_least(drawn):
    assert "Sacks of flour" in on_slide(drawn).text
