import type { Partner, Told } from './partner.ts';

/** What became of some changes, as the receivers saw it. */
export interface Account {
  readonly events: number;
  /** Pairs of an event and an endpoint that has not acknowledged it. */
  readonly missing: number;
  /** Acknowledged sends beyond the first, over all pairs. */
  readonly twice: number;
  /** From the API's answer to the last endpoint's acknowledgement, the longest. */
  readonly longestMs: number;
  /** Promises that do not hold, each in a sentence. */
  readonly violations: readonly string[];
}

/** A signature's timestamp is of its sending. */
const FRESH_SECONDS = 10;

/** Reckons once over all that was received. */
export function accountOf({ receivers }: Pick<Partner, 'receivers'>, told: readonly Told[]): Account {
  const heard = receivers.map(({ received }) => Map.groupBy(received, ({ object }): string => object.id));
  const pairs = told.flatMap(({ meetingId, acceptedAt }) =>
    heard.map((byMeeting) => {
      const all = byMeeting.get(meetingId) ?? [];
      const taken = all.filter(({ answered }) => answered < 300);
      return { all, taken, tookMs: (taken[0]?.at ?? acceptedAt) - acceptedAt };
    }),
  );
  const received = pairs.flatMap(({ all }) => all);
  return {
    events: told.length,
    missing: pairs.filter(({ taken }) => taken.length === 0).length,
    twice: pairs.reduce((sum, { taken }) => sum + Math.max(0, taken.length - 1), 0),
    longestMs: Math.max(0, ...pairs.map(({ tookMs }) => tookMs)),
    violations: [
      ...unless(new Set(told.map(({ meetingId }) => meetingId)).size === told.length, 'one change was made two'),
      ...unless(
        pairs.every(({ all }) => new Set(all.map(({ id, body }) => `${id} ${body}`)).size <= 1),
        'one event came under two ids, or with two bodies',
      ),
      ...unless(
        received.every(({ genuine }) => genuine),
        'a signature does not verify',
      ),
      ...unless(
        received.every(({ at, timestamp }) => Math.abs(at / 1_000 - timestamp) <= FRESH_SECONDS),
        'a timestamp is not of its sending',
      ),
    ],
  };
}

export const unless = (holds: boolean, violation: string): readonly string[] => (holds ? [] : [violation]);
