import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { ConnectionEnding } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { StoredOfCalendar } from '#shared/foundation/core/stored-calendar-id';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import type { EventEndings } from '#shared/meetings/calendar-events/rules/calendar-event';

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** Calendar events lost what they came by: upcoming ones are to be cancelled. */
    'job.event_endings': { readonly content: StoredOfCalendar<EventEndings> };
    /** A connection was disconnected: its watch and its grant are to be given back, its private rows to go. */
    'job.connection_ending': { readonly content: StoredOfCalendar<ConnectionEnding> };
  }
}

interface Disconnected {
  readonly id: CalendarId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
}

/** The jobs after a calendar was disconnected: they return its grant, or delete its URL, and cancel its events. */
export function disconnectionJobs(
  { id: connectionId, workspaceId, memberId }: Disconnected,
  workspace: Workspace | undefined,
): readonly Job[] {
  const content = { workspaceId, memberId, connectionId };
  // The bots of an archived workspace end all together, and its events are not shown.
  const hasEvents = workspace?.archivedAt === null;
  return [
    { type: 'job.connection_ending', content },
    ...(hasEvents ? [{ type: 'job.event_endings', content } as const] : []),
  ];
}
