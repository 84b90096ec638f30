import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Job } from '#shared/foundation/events/rules/domain-event';

/**
 * The workspaces whose rows these jobs walk through, each once: one short request causes work in proportion to the
 * meetings, events or deliveries there. Requests that start such jobs are limited (`wide_changes` in core/limits.ts).
 */
export const workspacesWalked = (jobs: readonly Job[]): readonly WorkspaceId[] => [...new Set(jobs.flatMap(walkedBy))];

function walkedBy(job: Job): readonly WorkspaceId[] {
  switch (job.type) {
    case 'job.reach':
      // The meetings of one call are fifty at most.
      return job.content.call ? [] : [job.content.workspaceId];
    case 'job.event_endings':
    case 'job.member_leaving':
    case 'job.person_naming':
    case 'job.endpoint_closing':
    case 'job.person_erasure':
      return [job.content.workspaceId];
    case 'job.conversation_deletion':
      // It reads the exports of nine days. That of a meeting took a bot.
      return job.content.hadText ? [job.content.workspaceId] : [];
    // A workspace is archived once, bulk redeliveries have a limit of their own, and the other jobs are
    // about one row.
    default:
      return [];
  }
}
