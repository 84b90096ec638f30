import type { CalendarProvider } from '#shared/calendars/sync/ports';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';

/** A calendar as a reader of only its provider's pages has it. */
export function calendarMirror(calendar: CalendarProvider, access: string) {
  const known = new Map<string, ProviderOccurrence>();
  let cursor = '';

  const forget = (isGone: (one: ProviderOccurrence) => boolean) => {
    for (const one of [...known.values()]) if (isGone(one)) known.delete(one.id);
  };
  const take = (event: ProviderEvent): void => {
    switch (event.kind) {
      case 'occurrence':
        known.set(event.id, event);
        break;
      case 'gone':
        forget(({ id, seriesId }) => id === event.id || seriesId === event.id);
        break;
      case 'series':
        forget(({ id, seriesId }) => seriesId === event.id && !event.occurrenceIds.includes(id));
        break;
      case 'unread':
      case 'note':
        break;
    }
  };
  const readFrom = async (first: ReturnType<CalendarProvider['readOn']>): Promise<number> => {
    let page = await first;
    let pages = 1;
    for (; ; pages += 1) {
      page.events.forEach(take);
      cursor = page.cursor;
      if (page.isLast) return pages;
      page = await calendar.readOn(access, cursor);
    }
  };

  return {
    /** All that stands in the window; how many pages it took. */
    readAll(window: SyncWindow): Promise<number> {
      known.clear();
      return readFrom(calendar.readWindow(access, window));
    },
    /** What has changed since. */
    readOn: (): Promise<number> => readFrom(calendar.readOn(access, cursor)),
    all: (): readonly ProviderOccurrence[] => [...known.values()],
  };
}
