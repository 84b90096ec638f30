"""Reads files of export formats with programs of others, and prints what they say as JSON.

Takes a JSON list of {"format", "path"} on standard input. Prints a list of the same length: for subtitles a list of
[start, end, text], with times in milliseconds; for documents what their reader tells.
"""

import html
import json
import sys
from fractions import Fraction
from pathlib import Path


def read_srt(path):
    import pysrt

    return [[one.start.ordinal, one.end.ordinal, one.text] for one in pysrt.open(path, encoding="utf-8")]


def read_vtt(path):
    import webvtt

    def milliseconds(stamp):
        hours, minutes, seconds = stamp.split(":")
        return round((int(hours) * 60 + int(minutes)) * 60000 + float(seconds) * 1000)

    return [[milliseconds(one.start), milliseconds(one.end), html.unescape(one.text)] for one in webvtt.read(path)]


def paragraphs_of(document):
    """The timed paragraphs of a ttconv model."""
    from ttconv import model

    def text_of(element):
        if isinstance(element, model.Text):
            return element.get_text()
        if isinstance(element, model.Br):
            return "\n"
        return "".join(text_of(child) for child in element)

    paragraphs = [one for one in document.get_body().dfs_iterator() if isinstance(one, model.P)]
    return [[int(one.get_begin() * 1000), int(one.get_end() * 1000), text_of(one)] for one in paragraphs]


def read_ttml(path):
    import xml.etree.ElementTree as et

    from ttconv.imsc import reader

    return paragraphs_of(reader.to_model(et.parse(path)))


def read_stl(path):
    from ttconv.stl import reader

    with open(path, "rb") as file:
        return paragraphs_of(reader.to_model(file))


def read_premiere(path):
    import opentimelineio as otio

    timeline = otio.adapters.read_from_file(path, "fcp_xml")
    [track] = timeline.video_tracks()
    clips = [one for one in track if isinstance(one, otio.schema.Clip)]
    return [[*times_of(track.range_of_child(one)), caption_of(one.media_reference)] for one in clips]


def times_of(span):
    return [round(at.to_seconds() * 1000) for at in (span.start_time, span.end_time_exclusive())]


def caption_of(generator):
    [text] = [one for one in generator.metadata["fcp_xml"]["parameter"] if one["parameterid"] == "str"]
    return text["value"]


def read_fcp(path):
    from lxml import etree

    tree = etree.parse(path)
    dtd = etree.DTD(str(Path(__file__).parent / "fcpxml-captions.dtd"))
    dtd.assertValid(tree)

    def milliseconds(time):
        return int(Fraction(time.removesuffix("s")) * 1000)

    def caption(element):
        start = milliseconds(element.get("offset"))
        return [start, start + milliseconds(element.get("duration")), "".join(element.find("text").itertext())]

    return [caption(element) for element in tree.iter("caption")]


def read_xlsx(path):
    import datetime

    import openpyxl

    def value_of(cell):
        is_time = isinstance(cell.value, datetime.timedelta)
        return [cell.data_type, round(cell.value / datetime.timedelta(milliseconds=1)) if is_time else cell.value]

    sheet = openpyxl.load_workbook(path).active
    rows = [[value_of(cell) for cell in row] for row in sheet.iter_rows()]
    return {"rows": rows, "right_to_left": bool(sheet.sheet_view.rightToLeft)}


def read_docx(path):
    import docx

    document = docx.Document(path)
    bidi = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}bidi"

    def is_right_to_left(paragraph):
        properties = paragraph._p.pPr
        return properties is not None and properties.find(bidi) is not None

    paragraphs = [[one.style.name, one.text, is_right_to_left(one)] for one in document.paragraphs]
    return {"title": document.core_properties.title, "paragraphs": paragraphs}


def read_pdf(path):
    import pypdf
    import pypdfium2

    reader = pypdf.PdfReader(path)
    root = reader.trailer["/Root"]
    fonts = [font for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    elements = root["/StructTreeRoot"]["/K"][0]["/K"]
    document = pypdfium2.PdfDocument(path)
    return {
        # The first line of a page is its number.
        "pages": [page.get_textpage().get_text_range().split("\r\n", 1) for page in document],
        "title": reader.metadata.title,
        "language": root.get("/Lang"),
        "outline": [one.title for one in reader.outline],
        "fonts": sorted({font["/BaseFont"].split("+")[1] for font in fonts}),
        "elements": [[one["/S"], one.get("/ActualText")] for one in elements],
    }


READERS = {
    "srt": read_srt,
    "vtt": read_vtt,
    "ttml": read_ttml,
    "stl": read_stl,
    "premiere": read_premiere,
    "fcp": read_fcp,
    "docx": read_docx,
    "pdf": read_pdf,
    "xlsx": read_xlsx,
}

print(json.dumps([READERS[one["format"]](one["path"]) for one in json.load(sys.stdin)]))
