"""Rules that valid requests follow and that the OpenAPI document cannot express."""

import os
import re
from datetime import datetime, timedelta, timezone
from itertools import count

import schemathesis

requests = count(1)

LANGUAGE = re.compile("[a-zA-Z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")

# `updated_after` sorts a list by change and excludes these parameters.
BY_START = ("starts_after", "starts_before", "member_id")


# The built-in templates, and ids, which a stateful step takes from a response.
TEMPLATES = re.compile("general|sales_call|customer_check_in|one_on_one|interview|stand_up|project_review|user_research|brainstorm|lecture|tpl_.*")


def span(begin, end):
    """The time between two dates or times; None where one cannot be parsed."""
    try:
        return datetime.fromisoformat(end) - datetime.fromisoformat(begin)
    except (TypeError, ValueError):
        return None


def is_span(begin, end):
    between = span(begin, end)
    return between is not None and between > timedelta(0)


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    query = case.query or {}
    if "updated_after" in query:
        for name in BY_START:
            query.pop(name, None)
    # A span ends after it begins.
    if "from" in query and "to" in query and not is_span(query["from"], query["to"]):
        query.pop("to")
    # GET /usage takes spans of up to a year; without `to` they end today.
    if case.operation.path == "/usage" and "from" in query:
        today = datetime.now(timezone.utc).date().isoformat()
        between = span(query["from"], query.get("to", today))
        if between is None or not timedelta(0) <= between <= timedelta(days=365):
            query.pop("from")
            query.pop("to", None)
    # The service knows which templates exist; the document cannot.
    if case.operation.path.endswith("/summary") and not TEMPLATES.fullmatch(query.get("template", "general") or ""):
        query["template"] = "general"
    # A stateful step copies it from a response, where it is null for a built-in template.
    if query.get("workspace_id", "") is None:
        query["workspace_id"] = os.environ["FUZZ_WORKSPACE"]
    # A search is for a word, whatever surrounds it.
    if case.operation.path == "/search" and not any(sign.isalnum() for sign in query.get("q", "")[:100]):
        query["q"] = "budget"
    # A tag and a language have letters; a stateful step copies `same_as_transcript`, which is for summaries.
    words = ("same_as_transcript",) if case.operation.path.endswith("/summary") else ()
    language = query.get("language", "en") or ""
    if not LANGUAGE.fullmatch(language) and language not in words:
        query["language"] = "en"
    if "tag" in query and not any(sign.isalnum() for sign in query["tag"] or ""):
        query["tag"] = "renewal"
    headers = case.headers or {}
    if "Idempotency-Key" in headers:
        # The same key with another body is refused.
        headers["Idempotency-Key"] = f"fuzz-{next(requests)}"
