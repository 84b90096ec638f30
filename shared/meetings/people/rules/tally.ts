import type { MeetingId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import {
  earliest,
  endOf,
  isPast,
  latest,
  numbersOf,
  type PersonNumbers,
  type RecordedAttendance,
} from '#shared/meetings/people/rules/person';

/** What some attendances of a person come to at one moment. Those of several ranges are put together by `sumOfTallies`. */
export interface Tally {
  readonly numbers: PersonNumbers;
  /** The end of the meeting whose start is `nextMeetingAt`; the start of one that is live. */
  readonly nextEndsAt: Instant | null;
  /** The name on the latest meeting that has one. */
  readonly named: NameOnMeeting | null;
}

interface NameOnMeeting {
  readonly name: string;
  readonly at: Instant;
  readonly meetingId: MeetingId;
}

export function tallyOf(attendances: readonly RecordedAttendance[], now: Instant): Tally {
  const ahead = attendances.filter((one) => one.attends && !isPast(one, now));
  const named = attendances.flatMap(({ name, at, meetingId }) => (name === null ? [] : [{ name, at, meetingId }]));
  return { numbers: numbersOf(attendances, now), nextEndsAt: earliest(ahead.map(endOf)), named: latestName(named) };
}

/** What the attendances of several ranges come to together. */
export function sumOfTallies(tallies: readonly Tally[]): Tally {
  const numbers = tallies.map((tally) => tally.numbers);
  const next = tallies
    .flatMap(({ nextEndsAt: ends, numbers: { nextMeetingAt: at } }) =>
      ends === null || at === null ? [] : [{ ends, at }],
    )
    .toSorted((one, other) => one.ends - other.ends || one.at - other.at)[0];
  return {
    numbers: {
      meetingsCount: numbers.reduce((sum, { meetingsCount }) => sum + meetingsCount, 0),
      firstMetAt: earliest(numbers.flatMap(({ firstMetAt }) => firstMetAt ?? [])),
      lastMetAt: latest(numbers.flatMap(({ lastMetAt }) => lastMetAt ?? [])),
      nextMeetingAt: next?.at ?? null,
      changesAt: earliest(numbers.flatMap(({ changesAt }) => changesAt ?? [])),
    },
    nextEndsAt: next?.ends ?? null,
    named: latestName(tallies.flatMap(({ named }) => named ?? [])),
  };
}

/** Whether time alone has changed what a tally says. */
export const isOutdated = ({ numbers: { changesAt } }: Tally, now: Instant): boolean =>
  changesAt !== null && changesAt <= now;

const latestName = (named: readonly NameOnMeeting[]): NameOnMeeting | null =>
  named.toSorted((one, other) => other.at - one.at || (one.meetingId < other.meetingId ? 1 : -1))[0] ?? null;
