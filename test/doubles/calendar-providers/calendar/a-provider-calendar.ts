import type { Clock } from '#shared/foundation/core/clock';
import type { AttendeeResponse } from '#shared/foundation/core/people';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/foundation/core/time';
import { anEventHistory } from './event-history.ts';
import type { CalendarEvent, CalendarPerson, EventDetails, Invited, Series, SingleEvent, Times } from './events.ts';
import { detailsOf, occurrencesOf } from './occurrences-of.ts';
import type { CalendarChange, NewEvent, Place, ProviderCalendar } from './provider-calendar.ts';
import { changedAt } from './series-exceptions.ts';
import { splitAt } from './split-series.ts';

export interface CalendarOwner {
  readonly owner: CalendarPerson;
  readonly clock: Clock;
  /** As the provider makes them: opaque, and its own. */
  readonly newId: () => string;
  readonly icalUidOf: (id: string) => string;
  /** Of the series that `splitSeries` makes. */
  readonly splitIdOf: (id: string, from: Instant) => string;
}

/** An empty calendar. */
export function aProviderCalendar({ owner, clock, newId, icalUidOf, splitIdOf }: CalendarOwner): ProviderCalendar {
  const history = anEventHistory();
  const listeners: ((change: CalendarChange) => void)[] = [];
  let cursorGeneration = 0;

  const save = (event: CalendarEvent, type: CalendarChange['type'] = 'updated') => {
    history.add({ ...event, updatedAt: clock.now() });
    for (const listener of listeners) listener({ eventId: event.id, type });
  };
  const standing = (id: string): CalendarEvent => {
    const event = history.latest(id);
    if (!event || event.state === 'removed') throw new Error(`The calendar of ${owner.email} has no event ${id}`);
    return event;
  };
  const series = (id: string): Series => {
    const event = standing(id);
    if (event.type === 'single') throw new Error(`${id} is a single event`);
    return event;
  };
  const made = (event: NewEvent) => newEvent(event, { id: newId(), icalUidOf, owner, now: clock.now() });
  const edit = ({ id, originalStartsAt }: Place, details: Partial<EventDetails>) =>
    save(
      originalStartsAt === undefined
        ? { ...standing(id), ...details }
        : changedAt(series(id), originalStartsAt, (now) => ({ ...now, details: { ...now.details, ...details } })),
    );
  const invitedAt = ({ id, originalStartsAt }: Place): readonly Invited[] => {
    const event = standing(id);
    const exception =
      event.type === 'series' && originalStartsAt !== undefined && event.exceptions.get(originalStartsAt);
    return (exception && exception.type === 'changed' && exception.details.attendees) || event.attendees;
  };

  return {
    email: owner.email,
    addEvent(event) {
      const single: SingleEvent = { ...made(event), type: 'single' };
      save(single, 'created');
      return single.id;
    },
    addSeries({ rule, ...event }) {
      const added: Series = { ...made(event), type: 'series', rule, exceptions: new Map() };
      save(added, 'created');
      return added.id;
    },
    edit,
    move({ id, originalStartsAt }, startsAt, endsAt) {
      if (originalStartsAt !== undefined)
        return save(
          changedAt(series(id), originalStartsAt, (now) => ({ ...now, times: moved(now.times, startsAt, endsAt) })),
        );
      const event = { ...standing(id), ...moved(standing(id), startsAt, endsAt) };
      save(event.type === 'series' ? { ...event, exceptions: new Map() } : event);
    },
    changeRule: (id, rule) => save({ ...series(id), rule, exceptions: new Map() }),
    splitSeries(id, from, details) {
      const { before, after } = splitAt(series(id), from, { id: splitIdOf(id, from), icalUidOf });
      save(before);
      save({ ...after, ...details, createdAt: clock.now() }, 'created');
      return after.id;
    },
    setAllDay(id, isAllDay) {
      const event = standing(id);
      const startsAt = (isAllDay ? event.startsAt - (event.startsAt % DAY_MS) : event.startsAt) as Instant;
      const endsAt = (startsAt + (isAllDay ? DAY_MS : HOUR_MS)) as Instant;
      const changed = { ...event, startsAt, endsAt, isAllDay };
      save(changed.type === 'series' ? { ...changed, exceptions: new Map() } : changed);
    },
    respond: (place, response) => edit(place, { attendees: answered(invitedAt(place), owner, response) }),
    setPrivate: (place, isPrivate) => edit(place, { isPrivate }),
    remove({ id, originalStartsAt }) {
      if (originalStartsAt === undefined) return save({ ...standing(id), state: 'removed' }, 'deleted');
      const event = series(id);
      save({ ...event, exceptions: new Map([...event.exceptions, [originalStartsAt, { type: 'gone' }]]) });
    },
    cancelByOrganizer({ id, originalStartsAt }) {
      if (originalStartsAt === undefined) return save({ ...standing(id), state: 'cancelled' });
      save(changedAt(series(id), originalStartsAt, (now) => ({ ...now, isCancelled: true })));
    },
    restore(id) {
      const event = history.latest(id);
      if (event) save({ ...event, state: 'confirmed' }, 'created');
    },
    ids: () => history.all().flatMap(({ id, state }) => (state === 'removed' ? [] : [id])),
    event: (id) => history.latest(id),
    occurrences: (window) =>
      history
        .all()
        .flatMap((event) => occurrencesOf(event, window))
        .filter(({ isCancelled }) => !isCancelled)
        .sort((one, other) => one.startsAt - other.startsAt || (one.icalUid < other.icalUid ? -1 : 1)),
    get revision() {
      return history.revision;
    },
    changesBetween: history.changesBetween,
    eventsAt: history.allAt,
    expireCursors() {
      cursorGeneration += 1;
    },
    get cursorGeneration() {
      return cursorGeneration;
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

interface Made {
  readonly id: string;
  readonly icalUidOf: (id: string) => string;
  readonly owner: CalendarPerson;
  readonly now: Instant;
}

function newEvent(event: NewEvent, { id, icalUidOf, owner, now }: Made): Omit<SingleEvent, 'type'> {
  const { startsAt, isAllDay = false, timeZone = 'UTC', icalUid = icalUidOf(id) } = event;
  const endsAt = event.endsAt ?? ((startsAt + (isAllDay ? DAY_MS : HOUR_MS)) as Instant);
  const nothing = { title: null, location: null, description: null, conferenceUrl: null };
  const details = detailsOf({
    ...nothing,
    organizer: owner,
    attendees: [],
    isPrivate: false,
    kind: 'default',
    ...event,
  });
  return {
    ...details,
    id,
    icalUid,
    startsAt,
    endsAt,
    isAllDay,
    timeZone,
    createdAt: now,
    updatedAt: now,
    state: 'confirmed',
  };
}

/** As long as before where no end is given. */
const moved = (times: Times, startsAt: Instant, endsAt?: Instant): Times => ({
  startsAt,
  endsAt: endsAt ?? ((startsAt + times.endsAt - times.startsAt) as Instant),
  isAllDay: times.isAllDay,
});

const answered = (
  attendees: readonly Invited[],
  owner: CalendarPerson,
  response: AttendeeResponse,
): readonly Invited[] => [
  ...attendees.filter(({ email }) => email !== owner.email),
  { ...owner, response, isResource: false },
];
