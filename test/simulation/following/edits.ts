import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** An event as its calendar has it now. */
export interface PlannedEvent {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly link: string | null;
  readonly isCancelled: boolean;
}

type Edit = (event: PlannedEvent, random: () => number) => PlannedEvent;

const byMinutes = (event: PlannedEvent, minutes: number): PlannedEvent => ({
  ...event,
  startsAt: later(event.startsAt, minutes * MINUTE_MS),
  endsAt: later(event.endsAt, minutes * MINUTE_MS),
});
const between = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));
/** Each number is another call, so that no two meetings share one. */
const newCall = (random: () => number): string => `https://zoom.us/j/${between(random, 1_000_000_000, 9_999_999_999)}`;

const EDITS: readonly Edit[] = [
  (event, random) => byMinutes(event, between(random, 1, 90)),
  (event, random) => byMinutes(event, -between(random, 1, 90)),
  (event) => ({ ...event, startsAt: later(event.startsAt, DAY_MS), endsAt: later(event.endsAt, DAY_MS) }),
  (event, random) => ({ ...event, link: newCall(random) }),
  (event, random) => ({ ...event, link: newCall(random) }),
  (event, random) => ({ ...byMinutes(event, between(random, 1, 30)), link: newCall(random) }),
  (event) => ({ ...event, link: event.link === null ? null : `${event.link}?pwd=another` }),
  (event) => ({ ...event, link: null }),
  (event) => ({ ...event, link: `https://acme.webex.com/meet/${event.uid}` }),
  (event) => ({ ...event, isCancelled: !event.isCancelled }),
  (event) => ({ ...event, title: `${event.title} again` }),
  (event, random) => ({ ...event, endsAt: later(event.startsAt, between(random, 5, 120) * MINUTE_MS) }),
];

/** The event after someone edited it. One that is cancelled is restored first, half of the time. */
export function edited(event: PlannedEvent, random: () => number): PlannedEvent {
  if (event.isCancelled && random() < 0.5) return { ...event, isCancelled: false };
  return EDITS[Math.floor(random() * EDITS.length)]?.(event, random) ?? event;
}

/** Before its bot is sent, while that joins, records, and after its end: minutes from the start. */
const MOMENTS = [
  [-300, -5],
  [-3, 1],
  [-2, 3],
  [3, 30],
  [30, 90],
] as const;

/** When an event is edited next: at some moment of its bot's life, where that is still to come. */
export function nextEditAt({ startsAt }: PlannedEvent, now: Instant, random: () => number): Instant {
  const [least, most] = MOMENTS[Math.floor(random() * MOMENTS.length)] ?? MOMENTS[0];
  const at = later(startsAt, Math.round((least + random() * (most - least)) * MINUTE_MS));
  return at > now ? at : later(now, Math.round((1 + random() * 20) * MINUTE_MS));
}

/** A new event within the week, of half an hour or an hour. */
export const aNewEvent = (nth: number, from: Instant, random: () => number): PlannedEvent => {
  const startsAt = later(from, between(random, 4 * 60, 6 * 24 * 60) * MINUTE_MS);
  const lasts = random() < 0.5 ? 30 : 60;
  return {
    uid: `meeting-${nth}`,
    title: 'Weekly',
    startsAt,
    endsAt: later(startsAt, lasts * MINUTE_MS),
    link: newCall(random),
    isCancelled: false,
  };
};
