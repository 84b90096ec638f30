import type { Instant } from '#shared/foundation/core/time';
import type { Window } from '#test/doubles/calendar-providers/calendar/events';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';

/** What a page token, a sync token or a delta link stands for: everything, so that servers keep nothing. */
export interface Cursor {
  readonly type: 'page' | 'sync';
  readonly email: string;
  readonly window: Window;
  /** Changes after this revision; null: all that stands. */
  readonly after: number | null;
  /** Up to this one; what changes between two pages is in the next delta. */
  readonly upTo: number;
  /** How many came on earlier pages. */
  readonly offset: number;
  readonly generation: number;
  /** As asked at first, where the provider keeps it in its tokens. */
  readonly pageSize: number | null;
}

/** Opaque to clients, as the real ones. */
export const sealed = ({ window, ...cursor }: Cursor): string =>
  Buffer.from(JSON.stringify([cursor, window.from, window.to])).toString('base64url');

/** Undefined for what is no cursor, for another account's, and for one that has expired. */
export function opened(text: string, type: Cursor['type'], calendar: ProviderCalendar): Cursor | undefined {
  try {
    const [cursor, from, to]: [Omit<Cursor, 'window'>, Instant, Instant] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    );
    const isOurs = cursor.type === type && cursor.email === calendar.email;
    return isOurs && cursor.generation === calendar.cursorGeneration ? { ...cursor, window: { from, to } } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the text is no moment. */
export function instantFrom(text: string): Instant | undefined {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const at = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : (at as Instant);
}
