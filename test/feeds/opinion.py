"""What Python's libraries say of recurrence, as JSON on standard output.

Takes JSON on standard input: {"rules": [{"start", "rule"}]} for dateutil, or {"files": [{"path", "from", "to"}]} for
recurring-ical-events. Answers a list of the same length: the starts, or a text that says why there are none.
"""

import datetime
import json
import signal
import sys
import warnings
from pathlib import Path

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

# Rules are compared to the end of this year, and dateutil looks no further.
LAST_YEAR = 2031
MOST_STARTS = 60
# Of processor time.
SECONDS_OF_ONE = 20
FORM = "%Y%m%dT%H%M%S"


def starts_of_rule(start, rule):
    starts = []
    for one in rrulestr(rule.replace("Z", ""), dtstart=datetime.datetime.strptime(start, FORM)):
        if len(starts) == MOST_STARTS:
            break
        starts.append(one.strftime(FORM))
    return starts


def in_utc(time):
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.UTC)
    return time.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def starts_in_file(path, begin, end):
    begin, end = (datetime.datetime.fromisoformat(at) for at in (begin, end))
    starts = set()
    for calendar in icalendar.Calendar.from_ical(Path(path).read_bytes(), multiple=True):
        query = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True)
        for event in query.between(begin, end):
            at = event["DTSTART"].dt
            if not isinstance(at, datetime.datetime) or str(event.get("STATUS", "")).upper() == "CANCELLED":
                continue
            if begin <= datetime.datetime.fromisoformat(in_utc(at)) < end:
                starts.add(in_utc(at) + " " + str(event.get("SUMMARY", "")))
    return sorted(starts)


def give_up(*_):
    raise TimeoutError("it takes too long")


def attempt(opinion, *given):
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_OF_ONE)
    try:
        return opinion(*given)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {str(error)[:100]}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def main():
    signal.signal(signal.SIGVTALRM, give_up)
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    if "rules" in asked:
        datetime.MAXYEAR = LAST_YEAR
        answers = [attempt(starts_of_rule, one["start"], one["rule"]) for one in asked["rules"]]
    else:
        answers = [attempt(starts_in_file, one["path"], one["from"], one["to"]) for one in asked["files"]]
    json.dump(answers, sys.stdout)


main()
