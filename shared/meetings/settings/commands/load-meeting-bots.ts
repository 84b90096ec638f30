import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { identitiesIn } from '#shared/meetings/brand-kits/commands/usable-kit';
import { loadSharedCall } from '#shared/meetings/meetings/commands/load-shared-call';
import { loadUnfinishedBots } from '#shared/meetings/meetings/commands/meeting-bots';
import { hasBotOnItsWay, type Meeting } from '#shared/meetings/meetings/rules/meeting';
import { timedCallOf } from '#shared/meetings/meetings/rules/shared-call';
import type { MeetingWithBots } from '#shared/meetings/settings/rules/apply-settings';

/**
 * Loads what `applySettings` decides on beside the layers, in one round trip, or two where other meetings are at
 * the same call. Those are read only for a meeting that may get a bot.
 */
export async function loadMeetingBots(
  table: Table,
  meeting: Loaded<Meeting>,
  { mayGetBot = true, workspaceLayers = meeting.state.settings.layers.workspace, kits = table }: LoadOptions = {},
): Promise<MeetingWithBots> {
  const mayGet = mayGetBot && !hasBotOnItsWay(meeting.state);
  const [sharedCall, identities, bots] = await Promise.all([
    mayGet ? loadSharedCall(table, timedCallOf(meeting.state), meeting.state.id) : undefined,
    identitiesIn(kits, workspaceLayers),
    loadUnfinishedBots(table, meeting.state),
  ]);
  return { meeting, bots, sharedCall, identities };
}

interface LoadOptions {
  readonly mayGetBot?: boolean;
  /** Where they are newer than those that the meeting has. */
  readonly workspaceLayers?: MeetingWithBots['meeting']['state']['settings']['layers']['workspace'];
  /** Where brand kits are read, if not in the same table: one that remembers them. */
  readonly kits?: Table;
}
