import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CalendarId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Job } from '#shared/foundation/events/rules/domain-event';

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
