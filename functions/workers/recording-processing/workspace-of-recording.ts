import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { type JobRef, jobRows } from '#shared/foundation/events/jobs';
import { bots } from '#shared/meetings/bots/store';

/**
 * The workspace of a job that waits. The job of a recording names its bot alone: the workspace is that of the bot. Without
 * a bot nothing is left to do.
 */
export function workspaceOfRecording({ table, clock }: CommandContext) {
  const jobs = jobRows(table);
  return async (job: JobRef): Promise<WorkspaceId | undefined> => {
    if (job.type !== 'job.recording') return jobs.workspaceOfWaiting(job, clock.now());
    const botId = idOf('bot', job.subject);
    if (!botId || !(await jobs.isOpen(job))) return undefined;
    const bot = await bots.find(table, botId);
    if (!bot) await jobs.finish(job);
    return bot?.state.workspaceId;
  };
}
