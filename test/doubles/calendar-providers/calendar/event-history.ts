import type { CalendarEvent } from './events.ts';

interface Version {
  readonly revision: number;
  readonly event: CalendarEvent;
}

/** Every event as it stood after each of its changes. */
export function anEventHistory() {
  const versions = new Map<string, readonly Version[]>();
  let revision = 0;

  const at = (known: readonly Version[], upTo: number) => known.findLast((version) => version.revision <= upTo);
  /** In the order of their latest change by then: page by page, the order is the same each time. */
  const standingAt = (upTo: number): readonly (readonly Version[])[] =>
    [...versions.values()]
      .map((known) => known.filter((version) => version.revision <= upTo))
      .filter((known) => known.length > 0)
      .sort((one, other) => (one.at(-1)?.revision ?? 0) - (other.at(-1)?.revision ?? 0));
  const allAt = (upTo: number): CalendarEvent[] => standingAt(upTo).flatMap((known) => known.at(-1)?.event ?? []);

  return {
    get revision() {
      return revision;
    },
    add(event: CalendarEvent): void {
      revision += 1;
      versions.set(event.id, [...(versions.get(event.id) ?? []), { revision, event }]);
    },
    latest: (id: string): CalendarEvent | undefined => versions.get(id)?.at(-1)?.event,
    all: () => allAt(revision),
    allAt,
    changesBetween(after: number, upTo: number) {
      return standingAt(upTo).flatMap((known) => {
        const now = known.at(-1);
        return now && now.revision > after ? [{ before: at(known, after)?.event, now: now.event }] : [];
      });
    },
  };
}
