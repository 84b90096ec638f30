"""Makes MiniStack's S3 honour If-Range (RFC 9110, section 13.1.5), which the pinned release ignores.

A range is sent only where the object still has the entity tag of If-Range; else the whole object is. A date holds for
no object: it is a strong validator only where a server knows that nothing changed twice in that second, and the
emulator does not. This module replaces one name of the pinned release.
"""

from ministack.services import s3

answer_read = s3._get_object


def get_object(bucket_name, key, headers, query_params=None):
    answer = answer_read(bucket_name, key, headers, query_params)
    expected = headers.get("if-range", "").strip()
    # Conditions such as If-Match come before it; without a range there is nothing to decide.
    if not expected or not headers.get("range") or answer[0] not in (206, 416):
        return answer
    if answer[0] == 206 and is_same(expected, answer):
        return answer
    whole = answer_read(bucket_name, key, {name: headers[name] for name in headers if name != "range"}, query_params)
    # A range behind the end of an unchanged object.
    return answer if answer[0] == 416 and is_same(expected, whole) else whole


def is_same(expected, answer):
    """The strong comparison (section 8.8.3.2): S3 has no weak tags, so a weak one is equal to none."""
    return expected == answer[1].get("ETag")


def install():
    s3._get_object = get_object
