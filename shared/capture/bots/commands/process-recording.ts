import { copyRecording, type RecordingLease } from '#shared/capture/bots/commands/copy-recording';
import { loadMeetingOf } from '#shared/capture/bots/commands/load-bot';
import { releaseBot } from '#shared/capture/bots/commands/release-bot';
import { saveTransition } from '#shared/capture/bots/commands/save-transition';
import { type SummaryContext, summarize } from '#shared/capture/bots/commands/summarize-recording';
import {
  deleteAtTranscriber,
  type Transcribed,
  type TranscriptionContext,
  transcribe,
} from '#shared/capture/bots/commands/transcribe-recording';
import type { FaultReports, FollowRecording } from '#shared/capture/bots/ports';
import { command } from '#shared/foundation/commands/command';
import type { BotId } from '#shared/foundation/core/ids';
import { earlier, type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';
import type { BreaksOff } from '#shared/foundation/media/ports';
import { type Bot, type InCallBot, type MediaFile, resultsOf } from '#shared/meetings/bots/rules/bot';
import { atRecorder, withNotes } from '#shared/meetings/bots/rules/bot-recorder';
import {
  GIVE_UP_AFTER_MS,
  hasFailedFor,
  nextAttemptAt,
  nextSpeechAttemptAt,
  REPORT_AFTER_MS,
  withFailure,
  withoutFailure,
} from '#shared/meetings/bots/rules/recording-cursor';
import { failed, recordingCompleted, transcriptionFailed } from '#shared/meetings/bots/rules/transitions';
import { bots } from '#shared/meetings/bots/store';
import { isRecorderOutage, TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import { isOver, type RecorderObservation } from '#shared/meetings/recorders/rules/observation';

/** What the work on a recording needs beside the table. */
export interface RecordingContext extends SummaryContext, TranscriptionContext {
  readonly files: FileStorage;
  readonly uploads: MultipartStorage;
  /** Whether recorders are asked to delete what was copied from them. */
  readonly deletesRecorderData: boolean;
  readonly breaksOff: BreaksOff;
  readonly faults: FaultReports;
  readonly followRecording: FollowRecording;
}

/** Nothing is left to do, or a provider is still working and is to be asked again at that time. */
export type Processed = 'done' | { readonly lookAgainAt: Instant };

/** A step: a decision to save, or why there is none. */
type Step = Transcribed | Processed;

/** More steps than any recording has; a loop that does not end is a defect and must not cost money. */
const MOST_STEPS = 8;

/**
 * Takes a recording as far as it goes: fetch, transcribe, summarize, each saved before the next begins. Every step
 * may be repeated: content is written again under the same key, and the state is saved against its revision.
 */
export const processRecording =
  (context: RecordingContext) =>
  async (id: BotId, lease: RecordingLease): Promise<Processed> => {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const processed = await takeStep(context)(id, lease);
      if (processed !== 'again') return processed;
    }
    throw new Error('A recording takes more steps than there are.');
  };

const takeStep = command(
  async (context: RecordingContext, id: BotId, lease: RecordingLease): Promise<Processed | 'again'> => {
    const bot = await bots.find(context.table, id);
    if (!bot) return 'done';
    const step = await nextStep(context, bot.state, lease).catch((error) =>
      afterOutage(context, bot.state, error, lease),
    );
    if (step === 'done' || 'lookAgainAt' in step) return step;
    const now = context.clock.now();
    const loaded = await loadMeetingOf(context, bot);
    await saveTransition(context, loaded, step, now, await context.followRecording(loaded, step, now));
    if (lease.cursor().failing) await lease.save(withoutFailure(lease.cursor()));
    tellOutcome(context, bot.state, step);
    return 'again';
  },
);

/**
 * The operator learns what the transcription came to with this step; that a workspace has used its limit up is no fault.
 */
function tellOutcome({ faults, outcomes }: RecordingContext, before: Bot, { state, isBeyondLimit }: Transcribed): void {
  const recorder = before.recorder?.name ?? null;
  const { transcript, transcriptOutcome: outcome = null } = resultsOf(state);
  if (resultsOf(before).transcript !== 'processing' || transcript === 'processing') return;
  outcomes.transcribed(recorder, outcome);
  if (transcript === 'failed' && isBeyondLimit !== true)
    faults.report(outcome === 'lost' ? 'lost' : 'speech', recorder);
}

/** A recorder or transcriber out of reach is tried for a day. After that a recording without its transcript has failed. */
async function afterOutage(
  { clock, faults, randomBytes }: RecordingContext,
  bot: Bot,
  error: unknown,
  lease: RecordingLease,
): Promise<Step> {
  if (!(isRecorderOutage(error) || error instanceof TranscriberUnavailable)) throw error;
  const now = clock.now();
  const cursor = withFailure(lease.cursor(), now);
  const fault = faultOf(bot);
  if (fault && hasFailedFor(cursor, REPORT_AFTER_MS, now)) faults.report(fault, bot.recorder?.name ?? null);
  const isSpeech = error instanceof TranscriberUnavailable;
  if (hasFailedFor(cursor, GIVE_UP_AFTER_MS, now)) {
    const why = `The ${isSpeech ? 'speech server' : 'recorder'} could not be reached for 24 hours.`;
    if (bot.status === 'in_call') return failed(bot, 'bot_error', why, now);
    return bot.status === 'processing' ? transcriptionFailed(bot, why, now) : 'done';
  }
  await lease.save(cursor);
  return {
    lookAgainAt: isSpeech ? nextSpeechAttemptAt(cursor, now, fraction(randomBytes)) : nextAttemptAt(cursor, now),
  };
}

/** What is out of order for a bot in that state. */
function faultOf({ status }: Bot): 'copy' | 'speech' | null {
  if (status === 'in_call') return 'copy';
  return status === 'processing' ? 'speech' : null;
}

/** In [0, 1). */
const fraction = (randomBytes: RecordingContext['randomBytes']): number => (randomBytes(1)[0] ?? 0) / 256;

async function nextStep(context: RecordingContext, bot: Bot, lease: RecordingLease): Promise<Step> {
  switch (bot.status) {
    case 'cancelled':
      return releaseBot(context, bot);
    case 'in_call':
      return fetchRecording(context, bot, lease);
    case 'processing':
      return bot.results.transcript === 'processing' ? transcribe(context, bot, lease) : summarize(context, bot, lease);
    case 'queued':
    case 'joining':
      return 'done';
    case 'completed':
      return deleteElsewhere(context, bot, lease);
    case 'failed':
      // One that failed with a recording has left.
      return bot.recorded === null ? releaseBot(context, bot) : deleteElsewhere(context, bot, lease);
  }
}

/** The media are in our storage before an event announces them. */
async function fetchRecording(context: RecordingContext, bot: InCallBot, lease: RecordingLease): Promise<Step> {
  const remoteBot = atRecorder(bot);
  if (!remoteBot || !bot.recorder) return 'done';
  const recorder = await context.recorders.named(bot.recorder.name);
  const first = await recorder.observe(remoteBot);
  const askIt = bot.leaveAskedAt !== null && first !== undefined && !isOver(first);
  if (askIt) await recorder.leave(remoteBot);
  const seen = askIt ? await recorder.observe(remoteBot) : first;
  if (seen?.state !== 'ended' || seen.files === null) return 'done';
  const copied = await copyRecording(context, { bot, recorder, remoteBot }, seen.files, lease);
  if ('lookAgainAt' in copied) return copied;
  const now = context.clock.now();
  const { endedAt } = seen;
  if ('givenUp' in copied) return failed(bot, 'bot_error', copied.givenUp, earlier(endedAt, now));
  const noted = withNotes(bot, await notesOnFiles(context, copied.files));
  return recordingCompleted(noted, { endedAt, durationSeconds: durationOf(seen), files: copied.files }, now);
}

/** A recording that breaks off is kept: there is no other. */
async function notesOnFiles({ breaksOff, uploads }: RecordingContext, files: readonly MediaFile[]) {
  const notes: string[] = [];
  for (const { key, sizeBytes, kind } of files) {
    const read = (firstByte: number, endByte: number) => uploads.readRange(key, firstByte, endByte - 1);
    if (await breaksOff({ sizeBytes, read }))
      notes.push(`The ${kind} of the recording is cut off: it announces more than it has.`);
  }
  return notes;
}

/** Everything that the recorder and the transcriber made is in our storage: they need not keep it. */
async function deleteElsewhere(context: RecordingContext, bot: Bot, lease: RecordingLease): Promise<'done'> {
  await deleteAtTranscriber(context, bot, lease);
  const remoteBot = atRecorder(bot);
  if (!context.deletesRecorderData || !remoteBot || !bot.recorder) return 'done';
  const recorder = await context.recorders.named(bot.recorder.name);
  await recorder.deleteData(remoteBot);
  return 'done';
}

type Ended = Extract<RecorderObservation, { state: 'ended' }>;

/** As the recorder says, else from the first second recorded to the end. */
const durationOf = ({ durationSeconds, startedAt, endedAt }: Ended): number =>
  durationSeconds ?? Math.max(0, endedAt - startedAt) / SECOND_MS;
