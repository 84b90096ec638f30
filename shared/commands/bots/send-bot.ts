import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import {
  JOINS_WITHIN_MS,
  lookUpSend,
  type SeenSend,
  type SendLookUpNeeds,
  type SentBot,
} from '#shared/commands/bots/look-up-send';
import { identityBy } from '#shared/commands/brand-kits/identities';
import { layersOf } from '#shared/commands/settings/layers-of';
import { type OwnChoice, ownLayerOf, withOwnChoice } from '#shared/commands/settings/own-choice';
import type { BotChoices, QueuedBot } from '#shared/domain/bots/bot';
import type { BotMetadata } from '#shared/domain/bots/bot-metadata';
import { meetingForBot, meetingToJoin, startFor } from '#shared/domain/bots/meeting-for-bot';
import { invitedTo, isDueSoon } from '#shared/domain/bots/plan-automatic-bot';
import { refuseWithoutRoom } from '#shared/domain/bots/room-for-bot';
import type { UseOf } from '#shared/domain/limits';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { tellOf } from '#shared/domain/meetings/meeting-events';
import { platformOf } from '#shared/domain/meetings/meeting-url';
import { choicesFrom, recordBot } from '#shared/domain/meetings/record-bot';
import { settleSettings } from '#shared/domain/meetings/settle-settings';
import { unprocessable } from '#shared/domain/refusal';
import type { Layer } from '#shared/domain/settings/resolve-settings';
import type { SettingValues } from '#shared/domain/settings/setting-values';
import type { Instant } from '#shared/domain/time';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import { type Keep, keepNothing } from '#shared/ports/kept-answers';
import type { Patience } from '#shared/ports/patience';
import type { BrandKitStore, SettingsStore } from '#shared/ports/stores';

export interface SendNeeds extends SendLookUpNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly useOf: UseOf;
}

export interface BotOrder extends SentBot {
  readonly title: string | undefined;
  readonly botName: string | undefined;
  readonly welcomeMessage: string | null | undefined;
  readonly choices: Partial<BotChoices>;
  readonly participants: readonly { readonly email: string | null; readonly name: string | null }[] | undefined;
  readonly metadata: BotMetadata;
  readonly allowMultipleBots: boolean;
}

/** Sends a bot by hand. It joins the meeting that carries its link at that time, else makes one of its own. */
export const sendBot =
  (needs: SendNeeds) =>
  (workspace: Workspace, order: BotOrder, seen: SeenSend, keep: Keep<QueuedBot> = keepNothing): Promise<QueuedBot> =>
    againAfterLostRace(needs.patience, async (round) => {
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
  const settled = settleSettings(base, layers, {
    homeDomains: workspace.emailDomains,
    now,
    isNew: before === undefined,
  });
  const withLayers = { ...settled, settings: { ...settled.settings, layers } };
  const words = await wordsFor(needs, withLayers, order);
  const bot = newBot(needs, withLayers, order, { own, words, now });
  const told = tellOf(before?.state, { ...recordBot(withLayers, bot), updatedAt: now }, now);
  await needs.changes.save({
    at: now,
    meetings: [{ before, after: told.meeting }],
    bots: [{ before: undefined, after: bot }],
    linkGuards: [{ workspaceId: workspace.id, meetingUrl: order.meetingUrl, revision: seen.guardRevision }],
    settings: own.settings,
    assignments: own.assignments,
    removedAssignments: own.removedAssignments,
    events: told.events,
    jobs: isDueSoon(bot, now) ? [{ type: 'bot.due', botId: bot.id }] : [],
    uses: [needs.useOf('bots', workspace.id, now)],
    answer: await keep(bot),
    audience: workspace.endpoints,
  });
  return bot;
}

interface LoadedSend {
  readonly meetings: readonly Loaded<Meeting>[];
  readonly workspaceLayers: readonly Layer[];
  readonly memberLayers: readonly Layer[];
}

/** The second round trip: what the first one named. */
async function load(needs: SendNeeds, workspace: Workspace, seen: SeenSend): Promise<LoadedSend> {
  const [meetings, workspaceLayers, memberLayers] = await Promise.all([
    Promise.all(seen.atLink.map(({ meetingId }) => needs.meetings.find(meetingId))),
    layersOf(needs.settings, workspace.choices),
    layersOf(needs.settings, seen.member?.state.choices ?? []),
  ]);
  return { meetings: meetings.flatMap((meeting) => meeting ?? []), workspaceLayers, memberLayers };
}

const newMeeting = (needs: SendNeeds, workspace: Workspace, order: BotOrder, seen: SeenSend, now: Instant): Meeting =>
  meetingForBot(
    {
      id: needs.ids.make('mtg'),
      workspaceId: workspace.id,
      title: order.title,
      joinAt: order.joinAt,
      meetingUrl: order.meetingUrl,
      platform: platformOf(order.meetingUrl) ?? 'meet',
      invited: (order.participants ?? []).map(({ name, email }) => ({
        name,
        email,
        memberId: (email === null ? undefined : seen.memberIds.get(email)) ?? null,
      })),
    },
    now,
  );

const withMember = (meeting: Meeting, { memberId }: BotOrder): Meeting =>
  memberId === undefined || meeting.botMembers.includes(memberId)
    ? meeting
    : { ...meeting, botMembers: [...meeting.botMembers, memberId] };

const membersWith = ({ settings }: Meeting, { memberId }: BotOrder, layers: readonly Layer[]) =>
  memberId === undefined ? settings.layers.members : { ...settings.layers.members, [memberId]: layers };

/** Whoever sends a bot decides for its meeting: it is recorded, with every choice that was named. */
async function ownChoiceFor(needs: SendNeeds, meeting: Meeting, order: BotOrder, now: Instant): Promise<OwnChoice> {
  const layer = ownLayerOf(meeting);
  const kept = layer && (await needs.settings.find(layer.settingsId));
  const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now };
  return withOwnChoice(meeting, { 'recording.enabled': true, ...valuesFrom(order.choices) }, kept, fresh);
}

/** A bot's choices as settings; those left out choose nothing. */
export const valuesFrom = (choices: Partial<BotChoices>): SettingValues => ({
  ...(choices.language !== undefined && { 'transcription.language': choices.language }),
  ...(choices.recordingStart !== undefined && { 'recording.methods.bot.start': choices.recordingStart }),
  ...(choices.recordingMode !== undefined && { 'recording.methods.bot.mode': choices.recordingMode }),
  ...(choices.silenceAlert !== undefined && { 'recording.methods.bot.silence_detection.alert': choices.silenceAlert }),
  ...(choices.summaryTemplate !== undefined && { 'summary.template': choices.summaryTemplate }),
  ...(choices.summaryLanguage !== undefined && {
    'summary.language': choices.summaryLanguage ?? 'same_as_transcript',
  }),
});

type Words = Pick<QueuedBot, 'botName' | 'welcomeMessage' | 'unchosen'>;

/** Words that were left out are the effective kit's. */
async function wordsFor({ kits }: SendNeeds, meeting: Meeting, { botName, welcomeMessage }: BotOrder): Promise<Words> {
  if (botName !== undefined && welcomeMessage !== undefined) return { botName, welcomeMessage };
  const identity = await identityBy(kits, meeting.settings.values);
  const left = Object.entries({ botName, welcomeMessage }).filter(([, said]) => said === undefined);
  return {
    botName: botName ?? identity.botName,
    welcomeMessage: welcomeMessage === undefined ? identity.welcomeMessage : welcomeMessage,
    unchosen: left.map(([word]) => word as keyof typeof identity),
  };
}

interface NewBot {
  readonly own: OwnChoice;
  readonly words: Words;
  readonly now: Instant;
}

const newBot = (needs: SendNeeds, meeting: Meeting, order: BotOrder, { own, words, now }: NewBot): QueuedBot => ({
  id: needs.ids.make('bot'),
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  automatic: false,
  memberId: order.memberId ?? null,
  status: 'queued',
  meetingUrl: order.meetingUrl,
  joinAt: order.joinAt,
  startsAt: startFor(meeting, order.joinAt ?? now),
  ...words,
  choices: { ...choicesFrom(meeting.settings.values), ...order.choices },
  participants: order.participants ?? invitedTo(meeting),
  metadata: order.metadata,
  ownSettingsId: own.settingsId,
  createdAt: now,
});
