import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { MeetingId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { hold, release } from '#shared/meetings/meetings/rules/hold';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { meetings } from '#shared/meetings/meetings/store';

const changingHold = (change: (meeting: Meeting, now: Instant) => Meeting) =>
  command(async (context, workspace: Workspace, id: MeetingId): Promise<Meeting> => {
    const before = await meetings.find(context.table, id);
    if (!before) throw notFound(meetings.noun);
    const at = context.clock.now();
    const after = change(before.state, at);
    if (after === before.state) return after;
    const { state: result, events } = withEvents(before.state, after, at);
    await context.changes.save({
      ...{ at, writes: [meetings.put(before, result)], events, subscriptions: workspace.endpoints, result },
      limits: [context.useOf('meeting_changes', workspace.id, at)],
    });
    return result;
  });

/** Puts a meeting under a legal hold: nothing of it is removed until the hold ends. */
export const holdMeeting = changingHold(hold);

/** Ends the legal hold of a meeting. */
export const releaseMeeting = changingHold(release);
