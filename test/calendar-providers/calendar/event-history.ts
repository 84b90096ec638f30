import type { CalendarEvent } from './events.ts';

interface Version {
  readonly revision: number;
  readonly event: CalendarEvent;
}

/** Every event as it stood after each of its changes. */
export function anEventHistory() {
  /** In the order of their latest change. */
  const versions = new Map<string, readonly Version[]>();
  let revision = 0;

  const at = (known: readonly Version[], upTo: number) => known.findLast((version) => version.revision <= upTo)?.event;
  const allAt = (upTo: number): CalendarEvent[] =>
    [...versions.values()].flatMap((known) => {
      const event = at(known, upTo);
      return event ? [event] : [];
    });

  return {
    get revision() {
      return revision;
    },
    add(event: CalendarEvent): void {
      revision += 1;
      const known = versions.get(event.id) ?? [];
      versions.delete(event.id);
      versions.set(event.id, [...known, { revision, event }]);
    },
    latest: (id: string): CalendarEvent | undefined => versions.get(id)?.at(-1)?.event,
    all: () => allAt(revision),
    allAt,
    changesBetween(after: number, upTo: number) {
      return [...versions.values()].flatMap((known) => {
        const now = at(known, upTo);
        const changed = known.some((version) => version.revision > after && version.revision <= upTo);
        return now && changed ? [{ before: at(known, after), now }] : [];
      });
    },
  };
}
