import { isUnfinished } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import { identitiesIn } from '#shared/brand-kits/commands/identities';
import { brandKitStore } from '#shared/brand-kits/store';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { isBotAtSameLink } from '#shared/meetings/commands/bot-at-same-link';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetingStore } from '#shared/meetings/store';
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
  const unfinished = meeting.state.recordings.filter(({ status }) => isUnfinished(status));
  const [hasBotElsewhere, identities, ...found] = await Promise.all([
    unfinished.length === 0 && mayGetBot ? isBotAtSameLink(meetingStore(table), meeting.state) : false,
    identitiesIn(brandKitStore(kits), workspaceLayers),
    ...unfinished.map(({ botId }) => bots.find(table, botId)),
  ]);
  return { meeting, bots: found.flatMap((bot) => bot ?? []), hasBotElsewhere, identities };
}

interface LoadOptions {
  readonly mayGetBot?: boolean;
  /** Where they are newer than those that the meeting has. */
  readonly workspaceLayers?: MeetingWithBots['meeting']['state']['settings']['layers']['workspace'];
  /** Where brand kits are read, if not in the same table: one that remembers them. */
  readonly kits?: Table;
}
