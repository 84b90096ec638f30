import { HOUR_MS, type Instant } from '#shared/foundation/core/time';
import type { Place, ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { CannotDo } from './cannot-do.ts';
import { instantFrom } from './cursors.ts';

/** What a form or a script says: one word for what to do, and what it takes. */
export type Said = Readonly<Record<string, string | undefined>>;

const ACTIONS: Readonly<Record<string, (calendar: ProviderCalendar, said: Said) => string>> = {
  add(calendar, said) {
    const startsAt = momentIn(said, 'starts_at');
    const ends = said['ends_at'] ? { endsAt: momentIn(said, 'ends_at') } : {};
    const event = {
      title: said['title'] || null,
      location: said['location'] || null,
      description: said['description'] || null,
      conferenceUrl: said['conference_url'] || null,
      attendees: guestsIn(said),
      isAllDay: said['all_day'] === 'true',
      isPrivate: said['private'] === 'true',
      startsAt,
      ...ends,
      ...(said['time_zone'] && { timeZone: said['time_zone'] }),
    };
    return said['rule'] ? calendar.addSeries({ ...event, rule: said['rule'] }) : calendar.addEvent(event);
  },
  move(calendar, said) {
    calendar.move(placeIn(said), momentIn(said, 'starts_at'), said['ends_at'] ? momentIn(said, 'ends_at') : undefined);
    return placeIn(said).id;
  },
  later(calendar, said) {
    calendar.move(placeIn(said), (momentIn(said, 'starts_at') + HOUR_MS) as Instant);
    return placeIn(said).id;
  },
  edit(calendar, said) {
    const texts = { title: 'title', location: 'location', description: 'description', conference_url: 'conferenceUrl' };
    const details = Object.entries(texts).flatMap(([name, field]) =>
      said[name] === undefined ? [] : [[field, said[name] || null]],
    );
    calendar.edit(placeIn(said), Object.fromEntries(details));
    return placeIn(said).id;
  },
  remove(calendar, said) {
    calendar.remove(placeIn(said));
    return placeIn(said).id;
  },
  call_off(calendar, said) {
    calendar.cancelByOrganizer(placeIn(said));
    return placeIn(said).id;
  },
  decline(calendar, said) {
    calendar.respond(placeIn(said), 'declined');
    return placeIn(said).id;
  },
  make_private(calendar, said) {
    calendar.setPrivate(placeIn(said), said['private'] !== 'false');
    return placeIn(said).id;
  },
  all_day(calendar, said) {
    calendar.setAllDay(placeIn(said).id, said['all_day'] !== 'false');
    return placeIn(said).id;
  },
  change_rule(calendar, said) {
    calendar.changeRule(placeIn(said).id, said['rule'] ?? '');
    return placeIn(said).id;
  },
  expire_cursors(calendar) {
    calendar.expireCursors();
    return '';
  },
};

/** Does it; the id of the event. Throws `CannotDo`. */
export function calendarAction(calendar: ProviderCalendar, said: Said): string {
  const action = ACTIONS[said['do'] ?? ''];
  if (!action) throw new CannotDo(`"do" is one of ${Object.keys(ACTIONS).join(', ')}`);
  try {
    return action(calendar, said);
  } catch (error) {
    throw error instanceof CannotDo ? error : new CannotDo(error instanceof Error ? error.message : String(error));
  }
}

/** The occurrence alone, unless `whole` says that the series is meant. */
function placeIn(said: Said): Place {
  const id = said['id'] ?? '';
  const isOne = said['original_starts_at'] && said['whole'] !== 'true';
  return isOne ? { id, originalStartsAt: momentIn(said, 'original_starts_at') } : { id };
}

function momentIn(said: Said, name: string): Instant {
  const at = instantFrom(said[name] ?? '');
  if (at === undefined) throw new CannotDo(`"${name}" should be a time such as 2026-11-02T10:00, in UTC`);
  return at;
}

const guestsIn = (said: Said) =>
  (said['guests'] ?? '')
    .split(/[\s,]+/)
    .filter((email) => email !== '')
    .map((email) => ({ name: null, email, response: 'needs_action' as const, isResource: false }));
