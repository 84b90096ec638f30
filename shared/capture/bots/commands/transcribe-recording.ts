import { countSecondsBeyond } from '#shared/accounts/usage/commands/count-seconds-beyond';
import { useWithinLimits } from '#shared/accounts/usage/commands/use-within-limits';
import { recognizedSeconds } from '#shared/accounts/usage/rules/recognized-seconds';
import { secondsBeyond } from '#shared/accounts/usage/rules/usage';
import type { RecordingLease } from '#shared/capture/bots/commands/copy-recording';
import type { ComparisonAllowance, OutcomeMeter } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Instant } from '#shared/foundation/core/time';
import { type Bot, filesOf, type ProcessingBot, resultsOf } from '#shared/meetings/bots/rules/bot';
import { atRecorder, withNotes } from '#shared/meetings/bots/rules/bot-recorder';
import {
  COMPARISON_OUTAGE_MS,
  hasFailedFor,
  LONGEST_TRANSCRIPTION_MS,
  TIMELINE_OUTAGE_MS,
  transcriptionOf,
  withTranscription,
} from '#shared/meetings/bots/rules/recording-cursor';
import { betterTranscript, outcomeOf } from '#shared/meetings/bots/rules/transcript-outcome';
import {
  type BotDecision,
  transcriptionFailed,
  transcriptLost,
  transcriptStored,
} from '#shared/meetings/bots/rules/transitions';
import {
  isRecorderOutage,
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { attributeSpeakers } from '#shared/meetings/recorders/rules/attribute-speakers';
import { heardSecondsOf } from '#shared/meetings/recorders/rules/heard-seconds';
import { type MendedTranscript, mendTranscript } from '#shared/meetings/recorders/rules/mend-transcript';
import { type SpeakerTimeline, turnsIn } from '#shared/meetings/recorders/rules/speaker-timeline';
import { doubtsAbout } from '#shared/meetings/recorders/rules/transcript-doubts';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import { NO_TRANSCRIPT, type Transcript } from '#shared/meetings/results/rules/results';

/** What a transcript needs. */
export interface TranscriptionContext extends CommandContext {
  readonly recorders: Pick<Recorders, 'named'>;
  readonly transcribers: {
    /** Has the transcript that the recorder made. */
    readonly recorder: Transcriber;
    /** Transcribes what the recorder did not; absent where there is no speech service. */
    readonly speech?: Transcriber | undefined;
  };
  readonly results: ResultsStorage;
  readonly comparisons: ComparisonAllowance;
  readonly outcomes: OutcomeMeter;
}

/** A decision; a transcript that is missing by the limit of its workspace is no fault of the deployment. */
export type Transcribed = BotDecision & { readonly isBeyondLimit?: true };

type Step = Transcribed | { readonly lookAgainAt: Instant };

/**
 * Takes the transcription of a recording one step on. A transcriber at work is looked at again later, and the recorder is
 * not asked again once it has no transcript. A transcript that the recorder has and that is doubted is compared with what
 * the speech service hears. Throws where a transcriber, the recorder or the storage is out of reach.
 */
export async function transcribe(
  context: TranscriptionContext,
  bot: ProcessingBot,
  lease: RecordingLease,
): Promise<Step> {
  const { by, state, compares } = transcriptionOf(lease.cursor());
  if (state === 'heard') return settleHeard(context, bot, lease);
  const isPaid = by === 'speech' && compares !== true;
  if (isPaid && context.transcribers.speech && (await use(context, bot)) === 'beyond_limit')
    return { ...transcriptionFailed(bot, BEYOND_LIMIT, context.clock.now()), isBeyondLimit: true };
  const result = await ask(context, bot, lease);
  if (isPaid) await useBeyond(context, bot, heardSecondsOf(result), result.status !== 'running');
  if (compares === true && result.status !== 'running')
    await context.comparisons.heardBeyond(
      bot.workspaceId,
      secondsBeyond(Math.ceil(secondsOf(bot)), heardSecondsOf(result)),
    );
  switch (result.status) {
    case 'running':
      return waitFor(context, bot, result.lookAgainAt, lease);
    case 'done':
      return by === 'recorder'
        ? afterRecorder(context, bot, result.transcript, lease)
        : keepHeard(context, bot, result, lease);
    default:
      return afterFailure(context, bot, result, lease);
  }
}

/** A doubted transcript does not wait for a speech service that is out of order as long as a recording without one. */
async function ask(context: TranscriptionContext, bot: ProcessingBot, lease: RecordingLease): Promise<Transcription> {
  const { by, state, compares } = transcriptionOf(lease.cursor());
  const transcriber = context.transcribers[by];
  if (!transcriber) return NO_SPEECH;
  try {
    return await (state === 'running' ? transcriber.check(jobOf(bot)) : transcriber.start(jobOf(bot)));
  } catch (error) {
    const isOut = error instanceof TranscriberUnavailable && compares === true;
    if (isOut && hasFailedFor(lease.cursor(), COMPARISON_OUTAGE_MS, context.clock.now())) return NO_SPEECH;
    throw error;
  }
}

const BEYOND_LIMIT =
  'The monthly limit of the workspace for recognized_seconds is used up, so the recording was not transcribed. GET /usage shows the limit and when it resets.';

/** What the speech service is asked for; the transcript of a recorder is not paid by size. */
const use = (context: TranscriptionContext, bot: ProcessingBot) =>
  useWithinLimits(context)({ ...speechOf(bot), kind: 'recognized_seconds', amount: recognizedSeconds(secondsOf(bot)) });

/** By what the service heard, for which it is paid: also of a recording whose length is not known. */
const useBeyond = (context: TranscriptionContext, bot: ProcessingBot, heardSeconds: number, isEnd: boolean) => {
  const countedSeconds = recognizedSeconds(secondsOf(bot));
  return countSecondsBeyond(context)({ ...speechOf(bot), countedSeconds, heardSeconds, isEnd });
};

const speechOf = ({ id: subject, workspaceId, memberId }: ProcessingBot) => ({ workspaceId, memberId, subject });

/** The transcriber need not keep what it has of a recording whose transcript is stored, or will never be. */
export async function deleteAtTranscriber(
  { transcribers }: Pick<TranscriptionContext, 'transcribers'>,
  bot: Bot,
  lease: RecordingLease,
): Promise<void> {
  const { by } = transcriptionOf(lease.cursor());
  if (by === 'speech') await transcribers.speech?.deleteData(jobOf(bot));
}

/** A recording without a file of its sound is transcribed from its video. */
function jobOf(bot: Bot): TranscriptionJob {
  const files = filesOf(bot);
  const audio = files.find((file) => file.kind === 'audio') ?? files[0];
  const { recorder, id: botId } = bot;
  const madeBy = recorder?.externalId ? { recorder: recorder.name, externalId: recorder.externalId, botId } : null;
  const { durationSeconds } = resultsOf(bot);
  const audioKey = audio?.key ?? '';
  const format = /\.(\w{2,4})$/.exec(audioKey)?.[1]?.toLowerCase() ?? 'wav';
  return { name: botId, madeBy, audioKey, format, durationSeconds, language: bot.choices.language };
}

async function waitFor(
  context: TranscriptionContext,
  bot: ProcessingBot,
  lookAgainAt: Instant,
  lease: RecordingLease,
): Promise<Step> {
  const { clock } = context;
  const now = clock.now();
  const progress = transcriptionOf(lease.cursor());
  const { runningSince } = progress;
  if (runningSince !== null && now - runningSince >= LONGEST_TRANSCRIPTION_MS)
    return withoutSpeech(context, bot, 'The transcription did not end within 24 hours.', lease);
  const running = { ...progress, state: 'running', runningSince: runningSince ?? now } as const;
  await lease.save(withTranscription(lease.cursor(), running));
  return { lookAgainAt };
}

type Failed = Extract<Transcription, { status: 'failed' }>;

const NO_SPEECH: Failed = { status: 'failed', detail: 'There is no speech service.' };

/** After the recorder the speech service is asked; after that there is no transcript. */
async function afterFailure(
  context: TranscriptionContext,
  bot: ProcessingBot,
  { detail, isFinal }: Failed,
  lease: RecordingLease,
): Promise<Step> {
  const isLast = isFinal === true || transcriptionOf(lease.cursor()).by === 'speech' || !context.transcribers.speech;
  if (isLast) return withoutSpeech(context, bot, detail, lease);
  await lease.save(withTranscription(lease.cursor(), { by: 'speech', state: 'asked', runningSince: null }));
  return transcribe(context, bot, lease);
}

/** The speech service has heard nothing: a transcript that was to be compared is kept, else there is none. */
async function withoutSpeech(
  context: TranscriptionContext,
  bot: ProcessingBot,
  detail: string,
  lease: RecordingLease,
): Promise<Step> {
  const { compares } = transcriptionOf(lease.cursor());
  const made = compares === true ? await madeByRecorder(context, bot) : undefined;
  if (!made) return transcriptionFailed(bot, detail, context.clock.now());
  const timeline = await timelineOf(context, bot, lease);
  return store(context, bot, { ...made, timeline, isHeardBySpeech: false }, lease);
}

/** The transcript of the recorder is kept unless it is doubted and the speech service may be asked. */
async function afterRecorder(
  context: TranscriptionContext,
  bot: ProcessingBot,
  transcript: Transcript,
  lease: RecordingLease,
): Promise<Step> {
  const made = mendTranscript(transcript);
  const durationSeconds = secondsOf(bot);
  await context.comparisons.transcribed(bot.workspaceId, durationSeconds);
  // What fits a recording that is speech from end to end fits any: who spoke when need not be asked for.
  const mayBeDoubted = made.isRepeated || isDoubted(made.transcript, { durationSeconds, timeline: undefined });
  const timeline = mayBeDoubted ? await timelineOf(context, bot, lease) : undefined;
  const isSound = !made.isRepeated && !isDoubted(made.transcript, { durationSeconds, timeline });
  const { speech } = context.transcribers;
  if (isSound || !speech || (await context.comparisons.take(bot.workspaceId, durationSeconds)) === 'used_up')
    return store(context, bot, { ...made, timeline, isHeardBySpeech: false }, lease);
  context.outcomes.compared(bot.recorder?.name ?? null, durationSeconds);
  const progress = { by: 'speech', state: 'asked', runningSince: null, compares: true } as const;
  await lease.save(withTranscription(lease.cursor(), progress));
  return transcribe(context, bot, lease);
}

const isDoubted = (...of: Parameters<typeof doubtsAbout>): boolean => doubtsAbout(...of).length > 0;

const secondsOf = ({ results }: ProcessingBot): number => results.durationSeconds ?? 0;

/** The transcript that the recorder made before, which it keeps until its data is deleted. */
async function madeByRecorder(
  { transcribers }: TranscriptionContext,
  bot: ProcessingBot,
): Promise<MendedTranscript | undefined> {
  const made = await transcribers.recorder.check(jobOf(bot));
  return made.status === 'done' ? mendTranscript(made.transcript) : undefined;
}

type Done = Extract<Transcription, { status: 'done' }>;

/** What was heard is stored before the recorder is asked who spoke, so that it is not transcribed twice. */
async function keepHeard(
  context: TranscriptionContext,
  bot: ProcessingBot,
  { transcript }: Done,
  lease: RecordingLease,
): Promise<Step> {
  await saveTranscript(context, bot, transcript, lease);
  await lease.save(withTranscription(lease.cursor(), { ...transcriptionOf(lease.cursor()), state: 'heard' }));
  return settleHeard(context, bot, lease);
}

/** What the speech service heard gets the names of the speakers, and is compared with what the recorder made, if anything. */
async function settleHeard(context: TranscriptionContext, bot: ProcessingBot, lease: RecordingLease): Promise<Step> {
  const stored = await context.results.transcript(resultsKeyOf(bot));
  if (!stored) throw new Error('The transcript that was stored is gone.');
  const { compares } = transcriptionOf(lease.cursor());
  const [timeline, made] = await Promise.all([
    timelineOf(context, bot, lease),
    compares === true ? madeByRecorder(context, bot) : undefined,
  ]);
  const heard = mendTranscript(stored);
  const recorded = { durationSeconds: secondsOf(bot), timeline };
  const isRecorders = made && betterTranscript(made.transcript, heard.transcript, recorded) === 'recorder';
  if (isRecorders) return store(context, bot, { ...made, timeline, isHeardBySpeech: true }, lease);
  const turns = timeline ?? turnsIn(made?.transcript ?? NO_TRANSCRIPT);
  const transcript = attributeSpeakers(heard.transcript, turns);
  return store(context, bot, { ...heard, transcript, timeline, isHeardBySpeech: true }, lease);
}

/** A recorder out of reach is waited for, but no transcript is given up for want of names. */
async function timelineOf(
  { recorders, clock }: TranscriptionContext,
  bot: ProcessingBot,
  lease: RecordingLease,
): Promise<SpeakerTimeline | undefined> {
  const remoteBot = atRecorder(bot);
  if (!remoteBot || !bot.recorder) return undefined;
  try {
    return await (await recorders.named(bot.recorder.name)).speakerTimeline(remoteBot);
  } catch (error) {
    if (isRecorderOutage(error) && hasFailedFor(lease.cursor(), TIMELINE_OUTAGE_MS, clock.now())) return undefined;
    throw error;
  }
}

interface KeptTranscript extends MendedTranscript {
  readonly timeline: SpeakerTimeline | undefined;
  readonly isHeardBySpeech: boolean;
}

/** A transcript without words is stored where no one is known to have spoken; else it is lost. */
async function store(
  context: TranscriptionContext,
  bot: ProcessingBot,
  { notes, ...kept }: KeptTranscript,
  lease: RecordingLease,
): Promise<Step> {
  const { transcript } = kept;
  const outcome = outcomeOf({ ...kept, durationSeconds: secondsOf(bot) });
  if (outcome === 'lost') return transcriptLost(bot, context.clock.now());
  await saveTranscript(context, bot, transcript, lease);
  return transcriptStored(withNotes(bot, notes), { language: transcript.language, outcome });
}

/** A worker whose lease was over stops here: the transcript of the one that took over stays. */
async function saveTranscript(
  { results }: TranscriptionContext,
  bot: ProcessingBot,
  transcript: Transcript,
  lease: RecordingLease,
): Promise<void> {
  await lease.save(lease.cursor());
  await results.saveTranscript(resultsKeyOf(bot), transcript);
}

const resultsKeyOf = ({ workspaceId, id: botId }: Bot) => ({ workspaceId, botId });
