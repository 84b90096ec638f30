import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MeetingId } from '#shared/foundation/core/ids';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { pastDueAt } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';

/**
 * Sends the `meeting.updated` of a meeting that time alone made past, where a bot was sent to it. Its last save is then
 * in the past phase, so that a second notification changes nothing, and the meeting is no longer due.
 */
export const reportPast = command(async ({ table, clock, changes }, id: MeetingId): Promise<void> => {
  const before = await meetings.find(table, id);
  const at = clock.now();
  const dueAt = before && pastDueAt(before.state);
  if (!dueAt || dueAt > at) return;
  const workspace = await workspaces.find(table, before.state.workspaceId);
  const { state, events } = withEvents(before.state, { ...before.state, updatedAt: at }, at);
  const subscriptions = workspace?.state.endpoints ?? [];
  await changes.save({ at, writes: [meetings.put(before, state)], events, subscriptions });
});
