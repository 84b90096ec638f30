import { recurrenceRule } from '#shared/calendars/feeds/ical/recurrence-rule';
import { ruleStarts } from '#shared/calendars/feeds/ical/rule-starts';
import { DAY_MS } from '#shared/foundation/core/time';
import { randomRules } from '#test/feeds/random-rules';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const STEPS = 50_000_000;

function startsOf(text: string, start: number, span: { readonly from: number; readonly to: number }) {
  const rule = recurrenceRule(text);
  return rule ? [...ruleStarts(rule, start, span, { steps: STEPS })] : [];
}

describe('the starts of a rule', () => {
  it('in a span are those from its start on that lie in it', () => {
    const rules = randomRules(sized({ everyday: 40, release: 2_000 }), 11);

    const differing = rules.filter(({ start, rule }) => {
      const begins = Date.parse(start.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
      const from = begins + 400 * DAY_MS;
      const to = from + 60 * DAY_MS;
      const all = startsOf(rule, begins, { from: begins, to }).filter((at) => at >= from);
      return (
        startsOf(rule, begins, { from, to })
          .filter((at) => at >= from)
          .join() !== all.join()
      );
    });

    expect(differing).toEqual([]);
  });

  it.each([
    ['freq=weekly; byday=mo,we ;count=3', ['02T00:00', '07T00:00', '09T00:00']],
    ['FREQ=MONTHLY;BYDAY=MO,2TU;COUNT=3', ['07T00:00', '08T00:00', '14T00:00']],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=1', ['28T00:00']],
    ['FREQ=DAILY;COUNT=-1;UNTIL=20261203', ['01T00:00', '02T00:00', '03T00:00']],
    ['FREQ=SECONDLY;BYSECOND=60;BYMINUTE=0;BYHOUR=0;COUNT=2', ['01T00:00', '02T00:00']],
  ])('%s', (rule, expected) => {
    const first = Date.UTC(2026, 11, 1);

    const starts = startsOf(rule, first, { from: first, to: Date.UTC(2027, 0, 1) }).slice(0, expected.length);

    expect(starts.map((at) => new Date(at).toISOString().slice(8, 16))).toEqual(expected);
  });

  it.each(['FREQ=DAYLY', 'INTERVAL=2', 'FREQ=DAILY;BYHOUR=24', 'FREQ=MONTHLY;BYMONTHDAY=0', 'FREQ=WEEKLY;BYDAY=XX'])(
    'cannot be read of %s',
    (rule) => {
      expect(() => recurrenceRule(rule)).toThrow(expect.objectContaining({ name: 'UnreadableRule' }));
    },
  );

  it.each(['', ';', 'X=', '=undefined'])('are none of a rule that says nothing: %j', (rule) => {
    expect(recurrenceRule(rule)).toBeUndefined();
  });
});
