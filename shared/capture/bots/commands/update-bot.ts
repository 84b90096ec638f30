import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { loadBotWithOverride } from '#shared/capture/bots/commands/load-bot';
import { loadCandidates } from '#shared/capture/bots/commands/load-candidates';
import { overrideMeeting } from '#shared/capture/bots/commands/override-meeting';
import { saveTransition } from '#shared/capture/bots/commands/save-transition';
import { queuedBotWrites } from '#shared/capture/bots/commands/update-queued-bots';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { decided } from '#shared/foundation/core/decision';
import type { BotId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { settingsFrom } from '#shared/meetings/bots/rules/bot-request';
import { timeIsFull } from '#shared/meetings/bots/rules/planned-places';
import { refuseCrowdedCall, refuseMoveToTakenCall } from '#shared/meetings/bots/rules/room-for-bot';
import {
  type BotPatch,
  rescheduledWith,
  updateBot as updated,
  withChosenJoin,
} from '#shared/meetings/bots/rules/update-bot';
import { bots } from '#shared/meetings/bots/store';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { withoutErased } from '#shared/meetings/erasures/rules/strip';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';
import { meetings, takeCall } from '#shared/meetings/meetings/store';

/**
 * Writes what was sent over the newest state; nothing new writes nothing. Settings sent for a bot become the meeting's
 * own, else dispatch would replace them by the effective ones.
 */
export const updateBot = command(async (context: ErasureContext, id: BotId, whole: BotPatch): Promise<Bot> => {
  const [loaded, newCall] = await Promise.all([loadBotWithOverride(context, id), loadNewCall(context, id, whole)]);
  const patch = await withoutErasedPeople(context, loaded.workspace, whole);
  const { state: before } = loaded.bot;
  const { state: meeting } = loaded.meeting;
  const now = context.clock.now();
  const after = updated(before, meeting, patch, now);
  if (newCall) {
    refuseCrowdedCall(newCall.isCrowded, patch);
    refuseMoveToTakenCall(newCall.meetings, { id, joinsAt: newCall.place.at }, patch);
  }
  const override =
    Object.keys(patch.choices).length > 0
      ? overrideMeeting(context, { ...loaded, meeting }, settingsFrom(patch.choices), now)
      : undefined;
  if (isSame(before, after) && !override) return before;
  const others = override ? await queuedBotWrites(context.table, override.meeting, { except: id, now }) : [];
  const save = () =>
    saveTransition(context, loaded, decided(after), now, {
      meetingNow: withChosenJoin(rescheduledWith(after, override?.meeting ?? meeting), before, after),
      writes: [...(override?.writes ?? []), ...others, ...(newCall ? [takeCall(newCall.place, newCall.slots)] : [])],
      limits: [context.useOf('meeting_changes', after.workspaceId, now)],
    });
  const decide = (isTimeFull: boolean) => {
    if (isTimeFull) throw timeIsFull();
    return { bots: [{ before: loaded.bot, after }] };
  };
  await saveWithinPlaces(context, { workspace: loaded.workspace, decide, save });
  return after;
});

async function withoutErasedPeople(context: ErasureContext, workspace: Workspace, patch: BotPatch): Promise<BotPatch> {
  const { participants } = patch.identity;
  if (!participants) return patch;
  const isErased = await findErasedPeople(context, workspace, participants);
  return { ...patch, identity: { ...patch.identity, participants: withoutErased(participants, isErased) } };
}

/** The call that a new link leads to, with its meetings; undefined where the bot keeps its call. */
async function loadNewCall(context: CommandContext, id: BotId, { schedule }: BotPatch) {
  const { meetingUrl } = schedule;
  const bot = meetingUrl === undefined ? undefined : (await bots.find(context.table, id))?.state;
  if (!bot || meetingUrl === undefined || callKeyOf(meetingUrl) === callKeyOf(bot.meetingUrl)) return undefined;
  const { place, atCall, isCrowded } = await loadCandidates(context, bot.workspaceId, {
    meetingUrl,
    joinAt: schedule.joinAt === undefined ? bot.joinAt : schedule.joinAt,
    requestedAt: context.clock.now(),
    memberId: undefined,
  });
  const found = await Promise.all(atCall.meetings.map(({ meetingId }) => meetings.find(context.table, meetingId)));
  return { place, isCrowded, slots: atCall.slots, meetings: found.flatMap((meeting) => meeting?.state ?? []) };
}
