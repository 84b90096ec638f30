import type { ConsentProvider } from '#shared/calendars/consent/ports';
import {
  type CalendarProvider,
  CursorExpired,
  GrantLost,
  type ProviderPage,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';

type Method = keyof CalendarProvider | 'access' | 'revoke';

/** An hour at one o'clock, in a calendar. */
export const anOccurrence = (id: string, given: Partial<ProviderOccurrence> = {}): ProviderOccurrence => {
  const startsAt = given.startsAt ?? later(noon, HOUR_MS);
  return {
    kind: 'occurrence',
    id,
    icalUid: `${id}@calendar.test`,
    recurring: false,
    seriesId: null,
    originalStartsAt: startsAt,
    startsAt,
    endsAt: later(startsAt, HOUR_MS),
    isAllDay: false,
    isPrivate: false,
    title: `About ${id}`,
    location: null,
    description: null,
    conferenceLinks: [`https://meet.google.com/abc-good-${lettersOf(id)}`],
    organizer: { name: 'Ada', email: 'ada@acme.test' },
    attendees: [],
    ...given,
  };
};

/** An in-memory calendar provider with one calendar, its watches and its grant. Changes are listed in the order of their making. */
export function fakeCalendar({ pageSize = 100 } = {}) {
  const occurrencesById = new Map<string, ProviderOccurrence>();
  const unreadable = new Set<string>();
  const changes: ProviderEvent[] = [];
  const watches = new Map<string, Watch & WantedWatch>();
  const calls: Method[] = [];
  const faults: { readonly method: Method; readonly error: Error }[] = [];
  const beforeEach: (() => Promise<void> | void)[] = [];
  /** Access tokens expire at once, unless a test says so: then every run asks for one. */
  const grant = { token: 'first', isRevoked: false, rotates: false, asked: 0, accessUntil: noon };
  let oldest = 0;

  const arrive = async (method: Method): Promise<void> => {
    calls.push(method);
    for (const look of beforeEach) await look();
    const position = faults.findIndex((fault) => fault.method === method);
    const [fault] = position < 0 ? [] : faults.splice(position, 1);
    if (fault) throw fault.error;
    if (grant.isRevoked && method !== 'revoke') throw new GrantLost('access_revoked', 'The grant is gone.');
  };

  const asSent = (event: ProviderEvent): ProviderEvent =>
    event.id !== null && unreadable.has(event.id) ? { kind: 'unread', id: event.id, code: 'unreadable_event' } : event;

  /** A page of a list that may change between two pages. */
  const pageOf = (all: readonly ProviderEvent[], from: number, rest: readonly string[]): ProviderPage => {
    const [kind = '', since = ''] = rest;
    const events = all.slice(from, from + pageSize).map(asSent);
    const isLast = from + pageSize >= all.length;
    return {
      events,
      isLast,
      cursor: isLast ? `since ${since}` : [kind, since, from + pageSize, ...rest.slice(2)].join(' '),
    };
  };

  const inWindow = (from: number, to: number) =>
    [...occurrencesById.values()].filter(({ startsAt }) => startsAt >= from && startsAt < to);

  const calendar: CalendarProvider = {
    async readWindow(_access, { from, to }: SyncWindow) {
      await arrive('readWindow');
      return pageOf(inWindow(from, to), 0, ['all', String(changes.length), String(from), String(to)]);
    },
    async readOn(_access, cursor) {
      await arrive('readOn');
      const [kind = '', since = '', place = '', from = '', to = ''] = cursor.split(' ');
      if (Number(since) < oldest) throw new CursorExpired('The cursor is too old.');
      if (kind === 'all') return pageOf(inWindow(Number(from), Number(to)), Number(place), [kind, since, from, to]);
      if (kind === 'since') return pageOf(changes.slice(Number(since)), 0, ['changes', String(changes.length), since]);
      return pageOf(changes.slice(Number(from), Number(since)), Number(place), [kind, since, from]);
    },
    async watch(_access, wanted) {
      await arrive('watch');
      const watch = { ...wanted, resourceId: 'calendar', endsAt: wanted.until };
      watches.set(watch.id, watch);
      return { id: watch.id, resourceId: watch.resourceId, endsAt: watch.endsAt };
    },
    async renewWatch(access, { id }, wanted) {
      await arrive('renewWatch');
      watches.delete(id);
      return calendar.watch(access, wanted);
    },
    async stopWatch(_access, { id }) {
      await arrive('stopWatch');
      watches.delete(id);
    },
  };

  const consent: ConsentProvider = {
    get rotatesGrants() {
      return grant.rotates;
    },
    begin: async () => 'https://provider.test/consent',
    finish: async () => {
      throw new Error('The fake calendar has no consent page.');
    },
    async access(refreshToken) {
      await arrive('access');
      grant.asked += 1;
      if (refreshToken !== grant.token) throw new GrantLost('grant_expired', 'The grant was renewed meanwhile.');
      if (grant.rotates) grant.token = `renewed ${grant.asked}`;
      const renewed = grant.rotates && { refreshToken: grant.token };
      return { accessToken: 'access', expiresAt: grant.accessUntil, ...renewed };
    },
    async revoke() {
      await arrive('revoke');
      grant.isRevoked = true;
    },
  };

  return {
    calendar,
    consent,
    grant,
    calls,
    watches,
    standing: occurrencesById,
    /** Ids of events that are sent in a form that cannot be read. */
    unreadable,
    put(...occurrences: readonly ProviderOccurrence[]): void {
      for (const occurrence of occurrences) {
        occurrencesById.set(occurrence.id, occurrence);
        changes.push(occurrence);
      }
    },
    drop(...ids: readonly string[]): void {
      for (const id of ids) {
        occurrencesById.delete(id);
        changes.push({ kind: 'gone', id });
      }
    },
    /** Removes an occurrence without a change record: only a full read notices. */
    dropSilently: (id: string): void => void occurrencesById.delete(id),
    tell: (event: ProviderEvent): void => void changes.push(event),
    /** The next call of this method fails with the error. */
    fail: (method: Method, error: Error): void => void faults.push({ method, error }),
    /** Called before each request. */
    before: (look: () => Promise<void> | void): void => void beforeEach.push(look),
    expireCursors(): void {
      changes.push({ kind: 'gone', id: 'unknown' });
      oldest = changes.length;
    },
  };
}
export type FakeCalendar = ReturnType<typeof fakeCalendar>;

/** Three letters that stand for a name. */
const lettersOf = (name: string): string => {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 17_576;
  return [676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(sum / place) % 26))).join('');
};

export const at = (hours: number): Instant => later(noon, hours * HOUR_MS);
