import { type BotOrder, newBot, newMeeting, valuesFrom, wordsFor } from '#shared/bots/commands/bot-order';
import { JOINS_WITHIN_MS, lookUpSend, type SeenSend, type SendLookUpNeeds } from '#shared/bots/commands/look-up-send';
import type { QueuedBot } from '#shared/bots/rules/bot';
import { meetingToJoin } from '#shared/bots/rules/meeting-for-bot';
import { isDueSoon } from '#shared/bots/rules/plan-automatic-bot';
import { refuseWithoutRoom } from '#shared/bots/rules/room-for-bot';
import type { ChangeStore } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { UseOf } from '#shared/core/limits';
import { unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BrandKitStore, SettingsStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/rules/record-bot';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import { loadLayers } from '#shared/settings/commands/load-layers';
import { extendOverride, type MeetingOverride, overrideLayer } from '#shared/settings/rules/meeting-override';
import type { SettingsLayer } from '#shared/settings/rules/resolve-settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface SendNeeds extends SendLookUpNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
  readonly useOf: UseOf;
}

/** Sends a bot by hand. It joins the meeting that carries its link at that time, else makes one of its own. */
export const sendBot =
  (needs: SendNeeds) =>
  (workspace: Workspace, order: BotOrder, seen: SeenSend, keep: Keep<QueuedBot> = keepNothing): Promise<QueuedBot> =>
    withRetry(needs, async (round) => {
      const now = needs.clock.now();
      const seenNow = round === 0 ? seen : await lookUpSend(needs, workspace.id, order, now);
      return sendOnce(needs, { workspace, order, seen: seenNow, keep, now });
    });

interface Sending {
  readonly workspace: Workspace;
  readonly order: BotOrder;
  readonly seen: SeenSend;
  readonly keep: Keep<QueuedBot>;
  readonly now: Instant;
}

async function sendOnce(needs: SendNeeds, { workspace, order, seen, keep, now }: Sending) {
  if (order.memberId !== undefined && seen.member?.state.workspaceId !== workspace.id)
    throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
  const loaded = await load(needs, workspace, seen);
  const joined = meetingToJoin(
    loaded.meetings.map(({ state }) => state),
    order.joinAt ?? now,
    JOINS_WITHIN_MS,
  );
  const before = loaded.meetings.find(({ state }) => state === joined);
  if (joined) refuseWithoutRoom(joined, order);

  const base = withMember(joined ?? newMeeting(needs, workspace, order, seen, now), order);
  const own = await ownChoiceFor(needs, base, order, now);
  const layers = {
    ...own.layers,
    workspace: loaded.workspaceLayers,
    members: membersWith(base, order, loaded.memberLayers),
  };
  const settled = resolveMeetingSettings(base, layers, {
    homeDomains: workspace.emailDomains,
    now,
    isNew: before === undefined,
  });
  const withLayers = { ...settled, settings: { ...settled.settings, layers } };
  const words = await wordsFor(needs, withLayers, order);
  const bot = newBot(needs, withLayers, order, { own, words, now });
  const { state: meeting, events } = withEvents(before?.state, { ...recordBot(withLayers, bot), updatedAt: now }, now);
  await needs.changes.save({
    at: now,
    meetings: [{ before, after: meeting }],
    bots: [{ before: undefined, after: bot }],
    linkGuards: [{ workspaceId: workspace.id, meetingUrl: order.meetingUrl, revision: seen.guardRevision }],
    settings: own.settings,
    assignments: own.assignments,
    removedAssignments: own.removedAssignments,
    events,
    jobs: isDueSoon(bot, now) ? [{ type: 'bot.due', botId: bot.id }] : [],
    uses: [needs.useOf('bots', workspace.id, now)],
    answer: await keep(bot),
    audience: workspace.endpoints,
  });
  return bot;
}

interface LoadedSend {
  readonly meetings: readonly Loaded<Meeting>[];
  readonly workspaceLayers: readonly SettingsLayer[];
  readonly memberLayers: readonly SettingsLayer[];
}

/** The second round trip: what the first one named. */
async function load(needs: SendNeeds, workspace: Workspace, seen: SeenSend): Promise<LoadedSend> {
  const [meetings, workspaceLayers, memberLayers] = await Promise.all([
    Promise.all(seen.atLink.map(({ meetingId }) => needs.meetings.find(meetingId))),
    loadLayers(needs.settings, workspace.choices),
    loadLayers(needs.settings, seen.member?.state.choices ?? []),
  ]);
  return { meetings: meetings.flatMap((meeting) => meeting ?? []), workspaceLayers, memberLayers };
}

const withMember = (meeting: Meeting, { memberId }: BotOrder): Meeting =>
  memberId === undefined || meeting.botMembers.includes(memberId)
    ? meeting
    : { ...meeting, botMembers: [...meeting.botMembers, memberId] };

const membersWith = ({ settings }: Meeting, { memberId }: BotOrder, layers: readonly SettingsLayer[]) =>
  memberId === undefined ? settings.layers.members : { ...settings.layers.members, [memberId]: layers };

/** Whoever sends a bot decides for its meeting: it is recorded, with every choice that was named. */
async function ownChoiceFor(
  needs: SendNeeds,
  meeting: Meeting,
  order: BotOrder,
  now: Instant,
): Promise<MeetingOverride> {
  const layer = overrideLayer(meeting);
  const kept = layer && (await needs.settings.find(layer.settingsId));
  const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now };
  return extendOverride(meeting, { 'recording.enabled': true, ...valuesFrom(order.choices) }, kept, fresh);
}
