import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { botChanges } from '#shared/commands/bots/bot-changes';
import { identityBy } from '#shared/commands/brand-kits/identities';
import { layersOf } from '#shared/commands/settings/layers-of';
import type { Bot, BotStatus } from '#shared/domain/bots/bot';
import {
  type BotDecision,
  cancel,
  dispatch,
  failed,
  givesUpAt,
  lookedAt,
  recordingStarted,
} from '#shared/domain/bots/transitions';
import { inWordsOf } from '#shared/domain/brand-kits/kit-identity';
import type { Job } from '#shared/domain/events';
import { type BotId, idOf } from '#shared/domain/ids';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { choicesFrom } from '#shared/domain/meetings/record-bot';
import { settleSettings } from '#shared/domain/meetings/settle-settings';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/domain/time';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock, Pace } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import {
  type Recorder,
  type RecorderFailure,
  type RecorderObservation,
  RecorderUnreachable,
} from '#shared/ports/recorder';
import type {
  BotStore,
  BrandKitStore,
  MeetingStore,
  MemberStore,
  SettingsStore,
  WorkspaceStore,
} from '#shared/ports/stores';

export interface WorkNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly bots: BotStore;
  readonly meetings: MeetingStore;
  readonly members: MemberStore;
  readonly workspaces: WorkspaceStore;
  readonly settings: SettingsStore;
  readonly recorder: Recorder;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly patience: Patience;
}

/** When a bot is to be looked at again; null when there is nothing more to wait for. */
export type WorkDone = Instant | null;

/** How often a live bot is looked at where the recorder gives no hint (docs/architecture.md, Life of a bot). */
const LOOK_WHILE_JOINING_MS = MINUTE_MS;
const LOOK_IN_CALL_MS = 5 * MINUTE_MS;
const RETRY_UNREACHABLE_MS = 15 * SECOND_MS;
/** A message that comes this little early is on time. */
const EARLY_MS = 500;

/**
 * Does what a bot is due for: joins its call, or looks at what became of it. Safe to run twice on one message, since
 * every step is decided on the bot as it is stored and saved against its revision.
 */
export const workOnBot =
  (needs: WorkNeeds) =>
  (id: BotId): Promise<WorkDone> =>
    againAfterLostRace(needs.patience, async (round) => {
      const bot = await needs.bots.find(id);
      if (!bot) return null;
      // Cancelled while it was on its way: the recorder may have heard of that before it heard of the bot.
      if (round > 0 && bot.state.status === 'cancelled') await needs.recorder.cancel(id);
      if (bot.state.status === 'queued') return dispatchWhenDue(needs, bot);
      if (bot.state.status === 'joining' || bot.state.status === 'in_call') return lookAtRecorder(needs, bot);
      return null;
    });

interface Around {
  readonly bot: Loaded<Bot>;
  readonly meeting: Loaded<Meeting>;
  readonly workspace: Workspace;
}

async function loadAround(needs: WorkNeeds, bot: Loaded<Bot>): Promise<Around> {
  const [meeting, workspace] = await Promise.all([
    needs.meetings.find(bot.state.meetingId),
    needs.workspaces.find(bot.state.workspaceId),
  ]);
  if (!meeting || !workspace) throw new Error('A bot is without its meeting or workspace.');
  return { bot, meeting, workspace: workspace.state };
}

async function dispatchWhenDue(needs: WorkNeeds, bot: Loaded<Bot>): Promise<WorkDone> {
  const now = needs.clock.now();
  const dueAt = bot.state.joinAt ?? bot.state.createdAt;
  if (dueAt > later(now, EARLY_MS)) return dueAt;

  const around = await loadAround(needs, bot);
  const meetingNow = await withNewestSettings(needs, around, now);
  const enabled = meetingNow.settings.values['recording.enabled'];
  const isOver = around.workspace.archivedAt !== null;
  if (isOver || (bot.state.automatic && !enabled)) {
    await save(needs, around, cancel(bot.state, now), now, { meetingNow });
    return null;
  }
  // A meeting that is under way keeps its values; a bot sent to it then has only its own.
  const choices = meetingNow === around.meeting.state ? bot.state.choices : choicesFrom(meetingNow.settings.values);
  const nextLookAt = later(now, needs.pace.scaled(LOOK_WHILE_JOINING_MS));
  const named = await inNewestWords(needs, bot.state, meetingNow);
  const claimed = dispatch(named, choices, now, nextLookAt);
  await save(needs, around, claimed, now, { meetingNow });
  return sendThenLook(needs, claimed.state);
}

/** What nobody chose for it, it says as the effective kit has it at this moment; from here on it is frozen. */
async function inNewestWords<Of extends Bot>({ kits }: WorkNeeds, bot: Of, { settings }: Meeting): Promise<Of> {
  const follows = bot.unchosen !== undefined && bot.unchosen.length > 0;
  return follows ? inWordsOf(bot, await identityBy(kits, settings.values)) : bot;
}

/** The settings as they are at this moment; from here on they are frozen. */
async function withNewestSettings(needs: WorkNeeds, { meeting, workspace }: Around, now: Instant): Promise<Meeting> {
  const { layers } = meeting.state.settings;
  const ids = Object.keys(layers.members).flatMap((id) => idOf('mem', id) ?? []);
  const [own, workspaceLayers, ...memberLayers] = await Promise.all([
    layersOf(needs.settings, layers.own),
    layersOf(needs.settings, workspace.choices),
    ...ids.map(async (id) => layersOf(needs.settings, (await needs.members.find(id))?.state.choices ?? [])),
  ]);
  const newest = {
    own,
    workspace: workspaceLayers,
    members: Object.fromEntries(ids.map((id, at) => [id, memberLayers[at] ?? []])),
  };
  return settleSettings(meeting.state, newest, { homeDomains: workspace.emailDomains, now, isNew: false });
}

/** After the claim: ask the recorder, then look at once, since some links lead nowhere right away. */
async function sendThenLook(needs: WorkNeeds, claimed: Bot): Promise<WorkDone> {
  const bot = await needs.bots.find(claimed.id);
  return bot ? lookAtRecorder(needs, bot) : null;
}

async function lookAtRecorder(needs: WorkNeeds, bot: Loaded<Bot>): Promise<WorkDone> {
  const now = needs.clock.now();
  try {
    const seen = await observed(needs, bot.state);
    return await follow(needs, bot, seen, now);
  } catch (error) {
    if (!(error instanceof RecorderUnreachable)) throw error;
    return givenUpOrLater(needs, bot, now);
  }
}

/** What the recorder knows of it; one that never heard of a joining bot is told now. */
async function observed({ recorder }: WorkNeeds, bot: Bot): Promise<RecorderObservation | undefined> {
  const seen = await recorder.observe(bot.id);
  if (seen || bot.status !== 'joining') return seen;
  await recorder.send({
    botId: bot.id,
    meetingUrl: bot.meetingUrl,
    botName: bot.botName,
    welcomeMessage: bot.welcomeMessage,
    mode: bot.choices.recordingMode,
    start: bot.choices.recordingStart,
    silenceAlert: bot.choices.silenceAlert,
    language: bot.choices.language,
  });
  return recorder.observe(bot.id);
}

/** A recorder that cannot be reached may well be recording: only a bot that never got there is given up. */
async function givenUpOrLater(needs: WorkNeeds, bot: Loaded<Bot>, now: Instant): Promise<WorkDone> {
  const around = await loadAround(needs, bot);
  if (bot.state.status === 'joining' && now >= givesUpAt(bot.state)) {
    await save(needs, around, failed(bot.state, 'bot_error', 'The recorder could not be reached in time.', now), now);
    return null;
  }
  const nextLookAt = later(now, needs.pace.scaled(RETRY_UNREACHABLE_MS));
  await save(needs, around, lookedAt(bot.state, nextLookAt), now);
  return nextLookAt;
}

const REASONS: Readonly<Record<RecorderFailure, Parameters<typeof failed>[1]>> = {
  invalid_link: 'invalid_meeting_url',
  not_admitted: 'no_recording',
  no_media: 'no_recording',
  crashed: 'bot_error',
};

/** A link that a bot is in a call by leads somewhere, whatever the recorder says of it afterwards. */
const reasonOf = (failure: RecorderFailure, { status }: Bot): Parameters<typeof failed>[1] =>
  status === 'in_call' && failure === 'invalid_link' ? 'bot_error' : REASONS[failure];

/** Brings the bot in step with what the recorder says. */
async function follow(
  needs: WorkNeeds,
  bot: Loaded<Bot>,
  seen: RecorderObservation | undefined,
  now: Instant,
): Promise<WorkDone> {
  const around = await loadAround(needs, bot);
  const nextLookAt = nextLook(needs, bot.state.status, seen, now);
  if (seen?.state === 'failed') {
    await save(needs, around, failed(bot.state, reasonOf(seen.failure, bot.state), seen.detail, seen.endedAt), now);
    return null;
  }
  const recording = seen?.state === 'recording' || seen?.state === 'ended';
  if (recording && bot.state.status === 'joining') {
    await save(needs, around, recordingStarted(bot.state, seen.startedAt, nextLookAt), now);
    return seen.state === 'ended' ? now : nextLookAt;
  }
  const jobs: readonly Job[] = seen?.state === 'ended' ? [{ type: 'job.recording', botId: bot.state.id }] : [];
  await save(needs, around, lookedAt(bot.state, nextLookAt), now, { jobs });
  return seen?.state === 'ended' ? null : nextLookAt;
}

/** The recorder's hint, or the usual wait. One that has ended is left to the job; the usual wait is its safety. */
function nextLook(needs: WorkNeeds, status: BotStatus, seen: RecorderObservation | undefined, now: Instant): Instant {
  const usual = later(now, needs.pace.scaled(status === 'joining' ? LOOK_WHILE_JOINING_MS : LOOK_IN_CALL_MS));
  const hint = seen?.state === 'ended' ? null : (seen?.lookAgainAt ?? null);
  return hint !== null && hint < usual ? (Math.max(hint, later(now, SECOND_MS / 10)) as Instant) : usual;
}

const save = (
  { changes }: WorkNeeds,
  { bot, meeting, workspace }: Around,
  decision: BotDecision,
  now: Instant,
  more: { meetingNow?: Meeting; jobs?: readonly Job[] } = {},
): Promise<void> => changes.save(botChanges({ bot, meeting, audience: workspace.endpoints }, decision, now, more));
