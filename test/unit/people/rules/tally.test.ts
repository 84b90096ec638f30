import fc from 'fast-check';
import type { Instant } from '#shared/foundation/core/time';
import type { RecordedAttendance } from '#shared/meetings/people/rules/person';
import { sumOfTallies, tallyOf } from '#shared/meetings/people/rules/tally';
import { describe, expect, it } from '#test/support/jest';
import { anId } from '#test/unit/meetings/rules/a-meeting';

const moment = fc.nat(20).map((at) => at as Instant);
const attendance: fc.Arbitrary<Omit<RecordedAttendance, 'meetingId'>> = fc.record({
  name: fc.constantFrom(null, 'Grace', 'G. Hopper', 'Rear Admiral'),
  at: moment,
  pastFrom: fc.option(moment),
  attends: fc.boolean(),
});
const ranges = fc.array(fc.array(attendance, { maxLength: 4 }), { minLength: 1, maxLength: 5 });

describe('the tallies of ranges', () => {
  it('come to what all their attendances come to, at any moment', () => {
    fc.assert(
      fc.property(ranges, moment, (drawn, now) => {
        const all = drawn.map((range) => range.map((one) => ({ ...one, meetingId: anId('mtg') })));

        expect(sumOfTallies(all.map((range) => tallyOf(range, now)))).toEqual(tallyOf(all.flat(), now));
      }),
    );
  });
});
