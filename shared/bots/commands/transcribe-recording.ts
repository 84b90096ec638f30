import type { RecordingLease } from '#shared/bots/commands/copy-recording';
import { type Bot, filesOf, type ProcessingBot, resultsOf } from '#shared/bots/rules/bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import {
  hasFailedFor,
  LONGEST_TRANSCRIPTION_MS,
  TIMELINE_OUTAGE_MS,
  transcriptionOf,
  withTranscription,
} from '#shared/bots/rules/recording-cursor';
import { type BotDecision, transcriptionFailed, transcriptStored } from '#shared/bots/rules/transitions';
import type { CommandContext } from '#shared/commands/context';
import type { Instant } from '#shared/core/time';
import { isRecorderOutage, type Transcriber, type Transcription, type TranscriptionJob } from '#shared/recorders/ports';
import type { Recorders } from '#shared/recorders/registry/ports';
import { attributeSpeakers } from '#shared/recorders/rules/attribute-speakers';
import { heardSecondsOf } from '#shared/recorders/rules/heard-seconds';
import type { SpeakerTimeline } from '#shared/recorders/rules/speaker-timeline';
import type { ResultsStorage } from '#shared/results/ports';
import type { Transcript } from '#shared/results/rules/results';
import { countSecondsBeyond } from '#shared/usage/commands/count-seconds-beyond';
import { useWithinLimits } from '#shared/usage/commands/use-within-limits';

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
}

/** A decision; a transcript that is missing by the limit of its workspace is no fault of the deployment. */
export type Transcribed = BotDecision & { readonly isBeyondLimit?: true };

type Step = Transcribed | { readonly lookAgainAt: Instant };

/**
 * Takes the transcription of a recording one step on. A transcriber at work is looked at again later, and the recorder is
 * not asked again once it has no transcript. Throws where a transcriber, the recorder or the storage is out of reach.
 */
export async function transcribe(
  context: TranscriptionContext,
  bot: ProcessingBot,
  lease: RecordingLease,
): Promise<Step> {
  const { by, state } = transcriptionOf(lease.cursor());
  if (state === 'heard') return nameSpeakers(context, bot, lease);
  const transcriber = context.transcribers[by];
  const job = jobOf(bot);
  if (by === 'speech' && transcriber && (await use(context, bot)) === 'beyond_limit')
    return { ...transcriptionFailed(bot, BEYOND_LIMIT, context.clock.now()), isBeyondLimit: true };
  const result = await (state === 'running' ? transcriber?.check(job) : transcriber?.start(job));
  if (by === 'speech' && result && result.status !== 'running') await useBeyond(context, bot, heardSecondsOf(result));
  switch (result?.status) {
    case 'running':
      return waitFor(context, bot, result.lookAgainAt, lease);
    case 'done':
      return by === 'recorder' ? store(context, bot, result.transcript, lease) : keepHeard(context, bot, result, lease);
    default:
      return afterFailure(context, bot, result ?? NO_SPEECH, lease);
  }
}

const BEYOND_LIMIT =
  'The monthly limit of the workspace for recognized_seconds is used up, so the recording was not transcribed. GET /usage shows the limit and when it resets.';

/** What the speech service is asked for; the transcript of a recorder is not paid by size. */
const use = (context: TranscriptionContext, bot: ProcessingBot) =>
  useWithinLimits(context)({ ...speechOf(bot), kind: 'recognized_seconds', amount: secondsOf(bot) });

/** By what the service heard, for which it is paid: also of a recording whose length is not known. */
const useBeyond = (context: TranscriptionContext, bot: ProcessingBot, heardSeconds: number) =>
  countSecondsBeyond(context)({ ...speechOf(bot), countedSeconds: secondsOf(bot), heardSeconds });

const speechOf = ({ id: subject, workspaceId, memberId }: ProcessingBot) => ({ workspaceId, memberId, subject });

const secondsOf = ({ results }: ProcessingBot): number => Math.ceil(results.durationSeconds ?? 0);

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
  { clock }: TranscriptionContext,
  bot: ProcessingBot,
  lookAgainAt: Instant,
  lease: RecordingLease,
): Promise<Step> {
  const now = clock.now();
  const { by, runningSince } = transcriptionOf(lease.cursor());
  if (runningSince !== null && now - runningSince >= LONGEST_TRANSCRIPTION_MS)
    return transcriptionFailed(bot, 'The transcription did not end within 24 hours.', now);
  const progress = { by, state: 'running', runningSince: runningSince ?? now } as const;
  await lease.save(withTranscription(lease.cursor(), progress));
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
  if (isLast) return transcriptionFailed(bot, detail, context.clock.now());
  await lease.save(withTranscription(lease.cursor(), { by: 'speech', state: 'asked', runningSince: null }));
  return transcribe(context, bot, lease);
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
  const { runningSince } = transcriptionOf(lease.cursor());
  await lease.save(withTranscription(lease.cursor(), { by: 'speech', state: 'heard', runningSince }));
  return nameSpeakers(context, bot, lease);
}

async function nameSpeakers(context: TranscriptionContext, bot: ProcessingBot, lease: RecordingLease): Promise<Step> {
  const heard = await context.results.transcript(resultsKeyOf(bot));
  if (!heard) throw new Error('The transcript that was stored is gone.');
  const timeline = await timelineOf(context, bot, lease);
  return store(context, bot, timeline ? attributeSpeakers(heard, timeline) : heard, lease);
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

async function store(
  context: TranscriptionContext,
  bot: ProcessingBot,
  transcript: Transcript,
  lease: RecordingLease,
): Promise<Step> {
  await saveTranscript(context, bot, transcript, lease);
  return transcriptStored(bot, { language: transcript.language, spoken: transcript.segments.length > 0 });
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
