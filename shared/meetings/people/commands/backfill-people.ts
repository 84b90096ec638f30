import type { WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { LostRace } from '#shared/foundation/core/store';
import { meetingIdsOf } from '#shared/meetings/meetings/lists-store';
import { isBackfillStarted, markMeetingDue, putBackfillStarted } from '#shared/meetings/people/attendances-store';

/** Starts the job that records the people of earlier meetings, with the first meeting whose people are recorded. */
export const startPeopleBackfill =
  ({ table, clock, changes }: CommandContext) =>
  async (workspaceId: WorkspaceId): Promise<void> => {
    if (await isBackfillStarted(table, workspaceId)) return;
    const jobs = [{ type: 'job.people_backfill', content: { workspaceId } }] as const;
    try {
      await changes.save({ at: clock.now(), writes: [putBackfillStarted(workspaceId)], jobs });
    } catch (error) {
      // Another worker has begun it.
      if (!(error instanceof LostRace)) throw error;
    }
  };

/** Meetings that are marked in one step: rows of a few hundred bytes. */
const PAGE = 100;
const AT_ONCE = 10;

/** Marks a page of earlier meetings as due; returns the position of the next page, or undefined after the last. */
export const backfillPeople =
  ({ table, clock }: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const { items, next } = await meetingIdsOf(table, workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, (meetingId) =>
      markMeetingDue(table, { meetingId, workspaceId }, clock.now()),
    );
    return next;
  };
