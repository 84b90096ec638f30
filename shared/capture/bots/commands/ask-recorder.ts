import { afterOutage, type BotRunContext, hasTimeLeft, type NextDue } from '#shared/capture/bots/commands/bot-work';
import { callRecorder } from '#shared/capture/bots/commands/call-recorder';
import { checkRecorder } from '#shared/capture/bots/commands/check-recorder';
import { loadMeetingOf } from '#shared/capture/bots/commands/load-bot';
import { findPassedOver } from '#shared/capture/bots/commands/passed-over-recorders';
import {
  countFailure,
  countNeutral,
  type NoRecorder,
  pickRecorder,
  type UnavailableRecorder,
} from '#shared/capture/bots/commands/pick-recorder';
import { type BotInMeeting, saveStatusCheck } from '#shared/capture/bots/commands/save-transition';
import type { Loaded } from '#shared/foundation/core/store';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import {
  type BotRecorder,
  isBelieved,
  isUnclearForTooLong,
  nextLookup,
  settlesAt,
  type Unclear,
  withNotes,
} from '#shared/meetings/bots/rules/bot-recorder';
import { type Candidate, notesOn, recorderRequestFor, type Wanted } from '#shared/meetings/bots/rules/choose-recorder';
import { failed, givesUpAt, passOver, withNextCheck, withoutRecorder } from '#shared/meetings/bots/rules/transitions';
import { bots } from '#shared/meetings/bots/store';
import {
  type AcceptedBot,
  type RecorderOutage,
  RecorderUnreachable,
  type SendResult,
} from '#shared/meetings/recorders/ports';
import { recorderNamed } from '#shared/meetings/recorders/registry/rules/registry';

/** The bot with the recorder that is asked next, and what that one leaves out. */
export function givenTo<Of extends Bot & Wanted>(bot: Of, candidate: Candidate, askedAt: Instant): Of {
  const leavesOut = notesOn(candidate, bot);
  const recorder: BotRecorder = { name: candidate.name, externalId: null, askedAt, leavesOut, seen: null };
  return { ...bot, recorder };
}

/** What the recorder that was asked before may have of the bot. */
type LeftThere =
  | 'nothing'
  /** It found nothing, though its answer to the request was an error. */
  | 'hardly a bot'
  /** It does not say. */
  | 'perhaps a bot';

interface Giving {
  readonly passed: readonly UnavailableRecorder[];
  readonly leftThere: LeftThere;
}

const NOTHING_PASSED: Giving = { passed: [], leftThere: 'nothing' };

/**
 * Gives a joining bot to the first recorder that takes it. Where none does, it waits until ten minutes past the start, and
 * then has failed; at once where waiting is no use. A recorder that may have the bot already is given up for another one
 * alone.
 */
async function giveToRecorder(
  context: BotRunContext,
  bot: Loaded<Bot>,
  { passed, leftThere }: Giving = NOTHING_PASSED,
): Promise<NextDue> {
  const loaded = await loadMeetingOf(context, bot);
  const now = context.clock.now();
  const picked = hasTimeLeft(context)
    ? await pickRecorder(context, bot.state, loaded.workspace, passed, now)
    : { why: 'No recorder answered in time.', isFinal: false };
  const isPicked = !('why' in picked);
  if (!isPicked && leftThere === 'perhaps a bot') return waitForAnswer(context, loaded, now);
  const noted = withNotes(
    bot.state,
    passed.map(({ name, why }) => `${name} was passed over: it ${why}.`),
  );
  if (!isPicked) return waitForRecorder(context, { ...loaded, noted: withoutRecorder(noted) }, picked, now);
  const free = leftThere === 'nothing' ? withoutRecorder(noted) : passOver(noted);
  const jobs = leftThere === 'nothing' ? [] : leavingJobs(bot.state);
  const given = withNextCheck(givenTo(free, picked, now), settlesAt({ askedAt: now }));
  await saveStatusCheck(context, loaded, given, now, { jobs });
  return goOn(context, bot, (joining) => askRecorder(context, joining, { isFirst: true, passed }));
}

/** The recorder of the bot is asked to leave it where it turns out to have it, whatever becomes of the bot here. */
const leavingJobs = ({ id, workspaceId, recorder }: Bot): readonly Job[] =>
  recorder ? [{ type: 'job.recorder_leaving', content: { workspaceId, botId: id, recorder: recorder.name } }] : [];

/** With the bot as it is stored now. */
async function goOn(
  { table }: BotRunContext,
  { state }: Loaded<Bot>,
  work: (bot: Loaded<Bot>) => Promise<NextDue>,
): Promise<NextDue> {
  const stored = await bots.find(table, state.id);
  return stored ? work(stored) : null;
}

interface Waiting extends BotInMeeting {
  readonly noted: Bot;
}

/** No recorder has the bot, unless one that was passed over has it. */
async function waitForRecorder(
  context: BotRunContext,
  loaded: Waiting,
  { why, isFinal }: NoRecorder,
  now: Instant,
): Promise<NextDue> {
  const { noted } = loaded;
  if (isFinal || now >= givesUpAt(noted)) {
    await saveStatusCheck(context, loaded, failed(noted, 'bot_error', why, now), now);
    return null;
  }
  return adoptOrWait(context, loaded, noted);
}

/** The recorder of the bot does not say whether it has it, and no other can be asked: it is called off there at the end. */
async function waitForAnswer(context: BotRunContext, loaded: BotInMeeting, now: Instant): Promise<NextDue> {
  const { state } = loaded.bot;
  if (now >= givesUpAt(state)) {
    const decision = failed(state, 'bot_error', 'The recorder could not be reached in time.', now);
    await saveStatusCheck(context, loaded, decision, now, { jobs: [{ type: 'job.recording', botId: state.id }] });
    return null;
  }
  return adoptOrWait(context, loaded, state);
}

/** A bot that no recorder has yet is taken from one that was passed over and has it after all. */
async function adoptOrWait(context: BotRunContext, loaded: BotInMeeting, bot: Bot): Promise<NextDue> {
  const { state, adopted } = await findPassedOver(context, bot);
  const now = context.clock.now();
  if (!adopted) {
    const nextLookAt = afterOutage(context, now);
    await saveStatusCheck(context, loaded, withNextCheck(state, nextLookAt), now);
    return nextLookAt;
  }
  const noted = withNotes(passOver(state), [`${adopted.recorder.name} has the bot after all.`]);
  const jobs = leavingJobs(state);
  const given = withNextCheck({ ...noted, recorder: adopted.recorder }, now);
  await saveStatusCheck(context, loaded, given, now, { jobs });
  return goOn(context, loaded.bot, (joining) => checkRecorder(context, joining, adopted.accepted));
}

interface Asking {
  /** The recorder was chosen in this run: it was not asked before. */
  readonly isFirst: boolean;
  readonly passed: readonly UnavailableRecorder[];
}

type Outcome =
  | ({ readonly outcome: 'accepted' } & AcceptedBot)
  /** It did not take the bot, and will not. */
  | { readonly outcome: 'passed'; readonly why: string; readonly leftThere: LeftThere }
  | { readonly outcome: 'invalid_link'; readonly detail: string }
  /** It may have taken the bot. */
  | {
      readonly outcome: 'unclear';
      readonly why: string;
      /** From the end of the request to create the bot on, where that is known. */
      readonly unclear: Unclear;
      readonly lookedAt: Instant | null;
    };

/** Asks the recorder that was chosen for a bot; asked before, it is asked what it has under our bot id first. */
export async function askRecorder(
  context: BotRunContext,
  bot: Loaded<Bot>,
  { isFirst, passed }: Asking = { isFirst: false, passed: [] },
): Promise<NextDue> {
  const { recorder } = bot.state;
  if (!recorder) return giveToRecorder(context, bot, { ...NOTHING_PASSED, passed });
  const answer = isFirst ? await send(context, bot.state, recorder) : await look(context, bot.state, recorder);
  switch (answer.outcome) {
    case 'accepted':
      return checkRecorder(context, bot, answer);
    case 'passed': {
      const { why, leftThere } = answer;
      return giveToRecorder(context, bot, { passed: [...passed, { name: recorder.name, why }], leftThere });
    }
    case 'unclear':
      return findOut(context, bot, { recorder, answer, passed });
    case 'invalid_link': {
      const now = context.clock.now();
      const decision = failed(bot.state, 'invalid_meeting_url', answer.detail, now);
      await saveStatusCheck(context, await loadMeetingOf(context, bot), decision, now);
      return null;
    }
  }
}

interface Finding {
  readonly recorder: BotRecorder;
  readonly answer: Extract<Outcome, { outcome: 'unclear' }>;
  readonly passed: readonly UnavailableRecorder[];
}

/** The recorder is asked again whether it has the bot, and after 20 seconds the next one is asked for it. */
async function findOut(
  context: BotRunContext,
  bot: Loaded<Bot>,
  { recorder, answer, passed }: Finding,
): Promise<NextDue> {
  const now = context.clock.now();
  const { unclear } = answer;
  const state: Bot = { ...bot.state, recorder: { ...recorder, unclear } };
  if (isUnclearForTooLong(unclear, now)) {
    const why = `did not say whether it has the bot${answer.why}`;
    return giveToRecorder(
      context,
      { ...bot, state },
      { passed: [...passed, { name: recorder.name, why }], leftThere: 'perhaps a bot' },
    );
  }
  const nextLookAt = answer.lookedAt === null ? now : nextLookup(unclear, answer.lookedAt, now);
  await saveStatusCheck(context, await loadMeetingOf(context, bot), withNextCheck(state, nextLookAt), now);
  return nextLookAt;
}

async function send(context: BotRunContext, bot: Bot, recorder: BotRecorder): Promise<Outcome> {
  const { name } = recorder;
  const sent = await callRecorder(context, name, (remote) => remote.send(recorderRequest(context, bot, name)));
  if ('answer' in sent) return answered(context, name, sent.answer);
  const { outage } = sent;
  if (outage.effect === 'none') return outOfReach(outage);
  const unclear = { since: context.clock.now(), isAnswered: outage.effect === 'final' };
  if (!hasTimeLeft(context)) return { outcome: 'unclear', why: statusOf(outage), unclear, lookedAt: null };
  return look(context, bot, { ...recorder, unclear }, outage);
}

/**
 * That a recorder has no room or cannot take this bot says nothing of whether it works; that it takes none of ours does.
 * What a tenant can ask for so that it is refused must neither keep the bots of others from the recorder, nor keep one in
 * use that fails.
 */
async function answered(context: BotRunContext, name: string, result: SendResult): Promise<Outcome> {
  if (result.outcome === 'accepted') return result;
  const { refusal, detail, nativeCode } = result;
  const count = refusal === 'rejected' ? countFailure : countNeutral;
  await count(context, name, context.clock.now());
  if (refusal === 'invalid_link') return { outcome: 'invalid_link', detail };
  const code = nativeCode === null ? '' : ` (${nativeCode})`;
  return { outcome: 'passed', why: `${REFUSALS[refusal]}${code}`, leftThere: 'nothing' };
}

const REFUSALS = { full: 'is full', unsupported: 'cannot take the bot', rejected: 'refused the bot' } as const;

const outOfReach = (outage: RecorderOutage | undefined, leftThere: LeftThere = 'nothing'): Outcome => ({
  outcome: 'passed',
  why: `is out of reach${outage ? statusOf(outage) : ''}`,
  leftThere,
});

const statusOf = ({ status }: RecorderOutage): string => (status === null ? '' : ` (${status})`);

/** What the recorder has under our bot id. `before`: how the request to create the bot failed in this run. */
async function look(
  context: BotRunContext,
  { id: botId, meetingUrl }: Bot,
  recorder: BotRecorder,
  before?: RecorderOutage,
): Promise<Outcome> {
  const lookedAt = context.clock.now();
  const found = await callRecorder(context, recorder.name, (remote) => remote.find({ botId, meetingUrl }));
  const unclear = recorder.unclear ?? { since: lookedAt, isAnswered: false };
  if ('outage' in found) return { outcome: 'unclear', why: statusOf(found.outage), unclear, lookedAt };
  if (found.answer) return { outcome: 'accepted', ...found.answer };
  if (isBelieved(recorder, context.clock.now())) return outOfReach(before, 'hardly a bot');
  return { outcome: 'unclear', why: before ? statusOf(before) : '', unclear, lookedAt };
}

function recorderRequest({ registry, recorders, stayLimits }: BotRunContext, bot: Bot, name: string) {
  const kind = recorderNamed(registry, name)?.kind;
  if (!kind) throw new RecorderUnreachable(`There is no recorder ${name}.`, 'none');
  return recorderRequestFor(bot, recorders.capabilities[kind], { lobbySeconds: stayLimits.lobby / SECOND_MS });
}
