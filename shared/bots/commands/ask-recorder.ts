import { afterOutage, type BotRunContext, type NextDue } from '#shared/bots/commands/bot-work';
import { checkRecorder } from '#shared/bots/commands/check-recorder';
import { loadMeetingOf } from '#shared/bots/commands/load-bot';
import {
  countFailure,
  type NoRecorder,
  pickRecorder,
  type UnavailableRecorder,
} from '#shared/bots/commands/pick-recorder';
import { type BotInMeeting, saveStatusCheck } from '#shared/bots/commands/save-transition';
import type { Bot } from '#shared/bots/rules/bot';
import { type BotRecorder, settlesAt, withNotes } from '#shared/bots/rules/bot-recorder';
import { type Candidate, notesOn, recorderRequestFor, type Wanted } from '#shared/bots/rules/choose-recorder';
import { failed, givesUpAt, withNextCheck, withoutRecorder } from '#shared/bots/rules/transitions';
import { bots } from '#shared/bots/store';
import type { Loaded } from '#shared/core/store';
import { type Instant, SECOND_MS } from '#shared/core/time';
import { type AcceptedBot, InvalidRecorderAnswer, type Recorder, RecorderUnreachable } from '#shared/recorders/ports';
import { recorderNamed } from '#shared/recorders/registry/rules/registry';

/** The bot with the recorder that is asked next, and what that one leaves out. */
export function givenTo<Of extends Bot & Wanted>(bot: Of, candidate: Candidate, askedAt: Instant): Of {
  const leavesOut = notesOn(candidate, bot);
  const recorder: BotRecorder = { name: candidate.name, externalId: null, askedAt, leavesOut, seen: null };
  return { ...bot, recorder };
}

/**
 * Gives a joining bot to the first recorder that takes it. Where none does, it waits until ten minutes past the start, and
 * then has failed; at once where waiting is no use.
 */
export async function giveToRecorder(
  context: BotRunContext,
  bot: Loaded<Bot>,
  passed: readonly UnavailableRecorder[] = [],
): Promise<NextDue> {
  const loaded = await loadMeetingOf(context, bot);
  const now = context.clock.now();
  const noted = withNotes(
    withoutRecorder(bot.state),
    passed.map(({ name, why }) => `${name} was passed over: it ${why}.`),
  );
  const picked = await pickRecorder(context, noted, loaded.workspace, passed, now);
  if ('why' in picked) return waitForRecorder(context, { ...loaded, noted }, picked, now);
  const given = givenTo(noted, picked, now);
  await saveStatusCheck(context, loaded, withNextCheck(given, settlesAt({ askedAt: now })), now);
  const joining = await bots.find(context.table, bot.state.id);
  return joining ? askRecorder(context, joining, { isFirst: true, passed }) : null;
}

interface Waiting extends BotInMeeting {
  readonly noted: Bot;
}

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
  const nextLookAt = afterOutage(context, now);
  await saveStatusCheck(context, loaded, withNextCheck(noted, nextLookAt), now);
  return nextLookAt;
}

interface Asking {
  /** The recorder was chosen in this run: it was not asked before. */
  readonly isFirst: boolean;
  readonly passed: readonly UnavailableRecorder[];
}

type Outcome =
  | ({ readonly outcome: 'accepted' } & AcceptedBot)
  /** It did not take the bot, and will not. `isFailure`: that counts against it. */
  | { readonly outcome: 'passed'; readonly why: string; readonly isFailure: boolean }
  | { readonly outcome: 'invalid_link'; readonly detail: string }
  /** It may have taken the bot: until that is known no other is asked. */
  | { readonly outcome: 'unknown' };

/** Asks the recorder that was chosen for a bot; asked before, it is asked what it has under our bot id first. */
export async function askRecorder(
  context: BotRunContext,
  bot: Loaded<Bot>,
  { isFirst, passed }: Asking = { isFirst: false, passed: [] },
): Promise<NextDue> {
  const { recorder } = bot.state;
  if (!recorder) return giveToRecorder(context, bot, passed);
  const answer = isFirst
    ? await send(context, bot.state, recorder)
    : await findAgain(context, bot.state, recorder, context.clock.now());
  const now = context.clock.now();
  switch (answer.outcome) {
    case 'accepted':
      return checkRecorder(context, bot, answer);
    case 'passed':
      if (answer.isFailure) await countFailure(context, recorder.name, now);
      return giveToRecorder(context, bot, [...passed, { name: recorder.name, why: answer.why }]);
    case 'unknown':
      return isFirst ? settle(context, bot, recorder, now) : retryOrFail(context, bot, now);
    case 'invalid_link': {
      const decision = failed(bot.state, 'invalid_meeting_url', answer.detail, now);
      await saveStatusCheck(context, await loadMeetingOf(context, bot), decision, now);
      return null;
    }
  }
}

async function send(context: BotRunContext, bot: Bot, { name }: BotRecorder): Promise<Outcome> {
  let remote: Recorder | undefined;
  try {
    remote = await context.recorders.named(name, context.registry);
    const result = await remote.send(recorderRequest(context, bot, name));
    if (result.outcome === 'accepted') return result;
    const { refusal, detail, nativeCode } = result;
    if (refusal === 'invalid_link') return { outcome: 'invalid_link', detail };
    const code = nativeCode === null ? '' : ` (${nativeCode})`;
    return { outcome: 'passed', why: `${REFUSALS[refusal]}${code}`, isFailure: refusal === 'rejected' };
  } catch (error) {
    const effect = effectOf(error);
    if (effect === 'none' || !remote) return OUT_OF_REACH;
    return effect === 'final' ? foundOr(remote, bot, OUT_OF_REACH) : { outcome: 'unknown' };
  }
}

const REFUSALS = { full: 'is full', rejected: 'refused the bot' } as const;
const OUT_OF_REACH: Outcome = { outcome: 'passed', why: 'is out of reach', isFailure: true };

/** Whether a request that failed had an effect. Throws what is no failure of the recorder. */
function effectOf(error: unknown): RecorderUnreachable['effect'] {
  if (error instanceof InvalidRecorderAnswer) return 'final';
  if (error instanceof RecorderUnreachable) return error.effect;
  throw error;
}

async function foundOr(remote: Recorder, bot: Bot, otherwise: Outcome): Promise<Outcome> {
  try {
    const found = await remote.find({ botId: bot.id, meetingUrl: bot.meetingUrl });
    return found ? { outcome: 'accepted', ...found } : otherwise;
  } catch (error) {
    effectOf(error);
    return { outcome: 'unknown' };
  }
}

/** A lost answer may still take effect until it has settled: before, a bot that is not found may be on its way. */
async function findAgain(context: BotRunContext, bot: Bot, recorder: BotRecorder, now: Instant): Promise<Outcome> {
  const otherwise: Outcome = now < settlesAt(recorder) ? { outcome: 'unknown' } : OUT_OF_REACH;
  try {
    return await foundOr(await context.recorders.named(recorder.name, context.registry), bot, otherwise);
  } catch (error) {
    effectOf(error);
    return { outcome: 'unknown' };
  }
}

async function settle(context: BotRunContext, bot: Loaded<Bot>, recorder: BotRecorder, now: Instant): Promise<NextDue> {
  const nextLookAt = settlesAt(recorder);
  await saveStatusCheck(context, await loadMeetingOf(context, bot), withNextCheck(bot.state, nextLookAt), now);
  return nextLookAt;
}

/** The recorder may have the bot, so it is called off there once the bot has failed. */
async function retryOrFail(context: BotRunContext, bot: Loaded<Bot>, now: Instant): Promise<NextDue> {
  const loaded = await loadMeetingOf(context, bot);
  if (now >= givesUpAt(bot.state)) {
    const decision = failed(bot.state, 'bot_error', 'The recorder could not be reached in time.', now);
    await saveStatusCheck(context, loaded, decision, now, { jobs: [{ type: 'job.recording', botId: bot.state.id }] });
    return null;
  }
  const nextLookAt = afterOutage(context, now);
  await saveStatusCheck(context, loaded, withNextCheck(bot.state, nextLookAt), now);
  return nextLookAt;
}

function recorderRequest({ registry, recorders, stayLimits }: BotRunContext, bot: Bot, name: string) {
  const kind = recorderNamed(registry, name)?.kind;
  if (!kind) throw new RecorderUnreachable(`There is no recorder ${name}.`, 'none');
  return recorderRequestFor(bot, recorders.capabilities[kind], { lobbySeconds: stayLimits.lobby / SECOND_MS });
}
