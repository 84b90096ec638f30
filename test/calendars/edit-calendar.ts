import type { AttendeeResponse } from '#shared/foundation/core/people';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import type { EventKind, Invited } from '#test/doubles/calendar-providers/calendar/events';
import type {
  CalendarOccurrence,
  NewEvent,
  Place,
  ProviderCalendar,
} from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { LINK_FORMS } from './link-forms.ts';
import type { EDITS, Step, StepName } from './steps.ts';

type EditName = (typeof EDITS)[number];

/** Where edits happen: what stands within this long of now. */
const BACK_MS = 2 * DAY_MS;
const AHEAD_MS = 32 * DAY_MS;

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;
const RULES = [
  'FREQ=DAILY;COUNT=4',
  'FREQ=WEEKLY;COUNT=5',
  'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=6',
  'FREQ=DAILY;INTERVAL=9',
  'FREQ=WEEKLY;INTERVAL=2',
] as const;
const RESPONSES: readonly AttendeeResponse[] = ['accepted', 'declined', 'tentative'];
const KINDS: readonly EventKind[] = [
  'default',
  'default',
  'default',
  'default',
  'fromGmail',
  'focusTime',
  'outOfOffice',
];

/** One drawn edit; where there is nothing that it could be made to, nothing happens. */
export function editCalendar(calendar: ProviderCalendar, { name, lots }: Step, now: Instant): void {
  const edit = name in edits ? edits[name as EditName] : undefined;
  edit?.({ calendar, lots, now });
}

export const isEdit = (name: StepName): boolean => name in edits;

interface Editing {
  readonly calendar: ProviderCalendar;
  readonly lots: readonly number[];
  readonly now: Instant;
}
type Edit = (editing: Editing) => void;

const pick = <One>(from: readonly One[], lot = 0): One | undefined => from[Math.floor(lot * from.length)];

const standing = ({ calendar, now }: Editing): readonly CalendarOccurrence[] =>
  calendar.occurrences({ from: (now - BACK_MS) as Instant, to: (now + AHEAD_MS) as Instant });

/** An event, one occurrence of a series, or the whole series. */
const place = (occurrence: CalendarOccurrence, lot = 0): Place =>
  occurrence.recurring && lot < 0.7
    ? { id: occurrence.eventId, originalStartsAt: occurrence.originalStartsAt }
    : { id: occurrence.eventId };

/** An edit of something that stands. */
const atPlace =
  (edit: (editing: Editing, place: Place, occurrence: CalendarOccurrence) => void): Edit =>
  (editing) => {
    const occurrence = pick(standing(editing), editing.lots[0]);
    if (occurrence) edit(editing, place(occurrence, editing.lots[1]), occurrence);
  };

const inSeries =
  (edit: (editing: Editing, occurrence: CalendarOccurrence) => void): Edit =>
  (editing) => {
    const occurrence = pick(
      standing(editing).filter(({ recurring }) => recurring),
      editing.lots[0],
    );
    if (occurrence) edit(editing, occurrence);
  };

/** A quarter of an hour from a little before now to the end of what is looked at. */
const momentIn = (now: Instant, lot = 0, days = 30): Instant =>
  (Math.floor((now - DAY_MS / 2 + lot * days * DAY_MS) / (15 * MINUTE_MS)) * 15 * MINUTE_MS) as Instant;

const midnight = (at: Instant): Instant => (at - (at % DAY_MS)) as Instant;

const linus: Invited = { name: 'Linus', email: 'linus@partner.test', response: 'accepted', isResource: false };
const room: Invited = { name: 'Room 4', email: 'room-4@acme.test', response: 'accepted', isResource: true };

function drawnEvent({ calendar, lots, now }: Editing): NewEvent {
  const [where = 0, form = 0, who = 0, kind = 0, days = 0] = lots;
  const startsAt = momentIn(now, where);
  const isAllDay = days > 0.9;
  const ada: Invited = { name: 'Ada', email: calendar.email, response: 'needs_action', isResource: false };
  return {
    ...pick(LINK_FORMS, form)?.places,
    title: `Planning ${Math.round(where * 1_000)}`,
    startsAt: isAllDay ? midnight(startsAt) : startsAt,
    ...(!isAllDay && {
      endsAt: (startsAt + (days < 0.05 ? 33 * DAY_MS : HOUR_MS * (1 + Math.floor(days * 4)))) as Instant,
    }),
    isAllDay,
    timeZone: pick(ZONES, kind) ?? 'UTC',
    kind: pick(KINDS, kind) ?? 'default',
    isPrivate: who > 0.92,
    ...(who < 0.5 && { organizer: { name: 'Grace', email: 'grace@acme.test' }, attendees: [ada, linus, room] }),
  };
}

const edits: Readonly<Record<EditName, Edit>> = {
  'add event': (editing) => {
    editing.calendar.addEvent(drawnEvent(editing));
  },
  'add series': (editing) => {
    const { kind: _, ...event } = drawnEvent(editing);
    const endsAt = (event.startsAt + HOUR_MS) as Instant;
    const rule = pick(RULES, editing.lots[2]) ?? RULES[0];
    editing.calendar.addSeries({ ...event, ...(!event.isAllDay && { endsAt }), rule });
  },
  rename: atPlace(({ calendar, lots }, at) =>
    calendar.edit(at, { title: lots[2] === 0 ? null : `Renamed ${lots[2]}` }),
  ),
  relink: atPlace(({ calendar, lots }, at) => calendar.edit(at, pick(LINK_FORMS, lots[2])?.places ?? {})),
  'invite many': atPlace(({ calendar }, at) => calendar.edit(at, { attendees: [linus, room] })),
  move: atPlace(({ calendar, lots, now }, at, { isAllDay }) => {
    const to = momentIn(now, lots[2]);
    calendar.move(at, isAllDay ? midnight(to) : to);
  }),
  'move far': atPlace(({ calendar, lots, now }, at, { isAllDay }) => {
    const to = momentIn(now, lots[2], 80);
    calendar.move(at, isAllDay ? midnight(to) : to);
  }),
  'move series': inSeries(({ calendar, lots, now }, { eventId, isAllDay }) => {
    const to = momentIn(now, lots[1]);
    calendar.move({ id: eventId }, isAllDay ? midnight(to) : to);
  }),
  'change rule': inSeries(({ calendar, lots }, { eventId }) =>
    calendar.changeRule(eventId, pick(RULES, lots[1]) ?? RULES[0]),
  ),
  'split series': inSeries(({ calendar, lots }, { eventId, originalStartsAt }) => {
    calendar.splitSeries(eventId, originalStartsAt, { title: `Split ${lots[1]}` });
  }),
  'to days': atPlace(({ calendar }, { id }) => calendar.setAllDay(id, true)),
  'to hours': atPlace(({ calendar }, { id }) => calendar.setAllDay(id, false)),
  // Organizers do not answer their own invitation: Outlook has no button for it.
  respond: atPlace(({ calendar, lots }, at, { organizer }) => {
    if (organizer.email !== calendar.email) calendar.respond(at, pick(RESPONSES, lots[2]) ?? 'accepted');
  }),
  hide: atPlace(({ calendar }, at) => calendar.setPrivate(at, true)),
  show: atPlace(({ calendar }, at) => calendar.setPrivate(at, false)),
  remove: atPlace(({ calendar }, at) => calendar.remove(at)),
  'remove event': atPlace(({ calendar }, { id }) => calendar.remove({ id })),
  'call off': atPlace(({ calendar }, at) => calendar.cancelByOrganizer(at)),
  restore: ({ calendar, lots }) => {
    const removed = removedIds.get(calendar) ?? [];
    const id = pick(removed, lots[0]);
    if (id !== undefined) calendar.restore(id);
  },
};

/** Ids of what was removed, which a calendar shows in its bin. */
const removedIds = new WeakMap<ProviderCalendar, string[]>();

/** Begins to remember what is removed from it. */
export function keepBin(calendar: ProviderCalendar): void {
  const removed: string[] = [];
  removedIds.set(calendar, removed);
  calendar.onChange(({ eventId, type }) => {
    if (type === 'deleted') removed.push(eventId);
  });
}
