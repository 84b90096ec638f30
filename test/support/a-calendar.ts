import type { ConsentProvider } from '#shared/calendars/consent/ports/consent-provider';
import {
  type CalendarProvider,
  CursorExpired,
  GrantLost,
  type ProviderPage,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { HOUR_MS, type Instant, later } from '#shared/core/time';
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

/** A calendar at a provider, with all that a sync asks of one. Changes are told in the order in which they were made. */
export function aCalendar({ pageSize = 100 } = {}) {
  const standing = new Map<string, ProviderOccurrence>();
  const told: ProviderEvent[] = [];
  const watches = new Map<string, Watch & WantedWatch>();
  const calls: Method[] = [];
  const faults: { readonly method: Method; readonly error: Error }[] = [];
  const beforeEach: (() => Promise<void> | void)[] = [];
  const grant = { token: 'first', isRevoked: false, rotates: false, asked: 0 };
  let oldest = 0;

  const arrive = async (method: Method): Promise<void> => {
    calls.push(method);
    for (const look of beforeEach) await look();
    const position = faults.findIndex((fault) => fault.method === method);
    const [fault] = position < 0 ? [] : faults.splice(position, 1);
    if (fault) throw fault.error;
    if (grant.isRevoked && method !== 'revoke') throw new GrantLost('access_revoked', 'The grant is gone.');
  };

  /** A page of a list that may change between two pages. */
  const pageOf = (all: readonly ProviderEvent[], from: number, rest: readonly string[]): ProviderPage => {
    const [kind = '', since = ''] = rest;
    const events = all.slice(from, from + pageSize);
    const isLast = from + pageSize >= all.length;
    return {
      events,
      isLast,
      cursor: isLast ? `since ${since}` : [kind, since, from + pageSize, ...rest.slice(2)].join(' '),
    };
  };

  const inWindow = (from: number, to: number) =>
    [...standing.values()].filter(({ startsAt }) => startsAt >= from && startsAt < to);

  const calendar: CalendarProvider = {
    async readWindow(_access, { from, to }: SyncWindow) {
      await arrive('readWindow');
      return pageOf(inWindow(from, to), 0, ['all', String(told.length), String(from), String(to)]);
    },
    async readOn(_access, cursor) {
      await arrive('readOn');
      const [kind = '', since = '', place = '', from = '', to = ''] = cursor.split(' ');
      if (Number(since) < oldest) throw new CursorExpired('The cursor is too old.');
      if (kind === 'all') return pageOf(inWindow(Number(from), Number(to)), Number(place), [kind, since, from, to]);
      if (kind === 'since') return pageOf(told.slice(Number(since)), 0, ['changes', String(told.length), since]);
      return pageOf(told.slice(Number(from), Number(since)), Number(place), [kind, since, from]);
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
    begin: async () => 'https://provider.test/consent',
    finish: async () => {
      throw new Error('Nobody consents here.');
    },
    async access(refreshToken) {
      await arrive('access');
      grant.asked += 1;
      if (refreshToken !== grant.token) throw new GrantLost('grant_expired', 'The grant was renewed meanwhile.');
      if (grant.rotates) grant.token = `renewed ${grant.asked}`;
      const renewed = grant.rotates && { refreshToken: grant.token };
      return { accessToken: 'access', expiresAt: later(noon, HOUR_MS), ...renewed };
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
    standing,
    put(...occurrences: readonly ProviderOccurrence[]): void {
      for (const occurrence of occurrences) {
        standing.set(occurrence.id, occurrence);
        told.push(occurrence);
      }
    },
    drop(...ids: readonly string[]): void {
      for (const id of ids) {
        standing.delete(id);
        told.push({ kind: 'gone', id });
      }
    },
    /** Without a word: only who looks at everything notices. */
    dropSilently: (id: string): void => void standing.delete(id),
    tell: (event: ProviderEvent): void => void told.push(event),
    /** The next call of this method ends so. */
    fail: (method: Method, error: Error): void => void faults.push({ method, error }),
    /** Something happens just before each call. */
    before: (look: () => Promise<void> | void): void => void beforeEach.push(look),
    expireCursors(): void {
      told.push({ kind: 'gone', id: 'nobody' });
      oldest = told.length;
    },
  };
}
export type ACalendar = ReturnType<typeof aCalendar>;

/** Three letters that stand for a name. */
const lettersOf = (name: string): string => {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 17_576;
  return [676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(sum / place) % 26))).join('');
};

export const at = (hours: number): Instant => later(noon, hours * HOUR_MS);
