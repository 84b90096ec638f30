import { identitiesIn } from '#shared/brand-kits/commands/identities';
import { brandKitStore } from '#shared/brand-kits/store';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { isBotAtSameLink, loadUnfinishedBots } from '#shared/meetings/commands/meeting-bots';
import { hasUnfinishedBot, type Meeting } from '#shared/meetings/rules/meeting';
import type { MeetingWithBots } from '#shared/settings/rules/propagate-settings';

/**
 * Loads what `propagateSettings` decides on beside the layers, in one round trip, or two where other meetings have the
 * same link. Those are read only for a meeting that may get a bot.
 */
export async function loadMeetingBots(
  table: Table,
  meeting: Loaded<Meeting>,
  { mayGetBot = true, workspaceLayers = meeting.state.settings.layers.workspace, kits = table }: LoadOptions = {},
): Promise<MeetingWithBots> {
  const [hasBotElsewhere, identities, bots] = await Promise.all([
    mayGetBot && !hasUnfinishedBot(meeting.state) && isBotAtSameLink(table, meeting.state),
    identitiesIn(brandKitStore(kits), workspaceLayers),
    loadUnfinishedBots(table, meeting.state),
  ]);
  return { meeting, bots, hasBotElsewhere, identities };
}

interface LoadOptions {
  readonly mayGetBot?: boolean;
  /** Where they are newer than those that the meeting has. */
  readonly workspaceLayers?: MeetingWithBots['meeting']['state']['settings']['layers']['workspace'];
  /** Where brand kits are read, if not in the same table: one that remembers them. */
  readonly kits?: Table;
}
