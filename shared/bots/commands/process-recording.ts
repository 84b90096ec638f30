import { loadMeetingOf } from '#shared/bots/commands/load-bot';
import { releaseBot } from '#shared/bots/commands/release-bot';
import { saveTransition } from '#shared/bots/commands/save-transition';
import { type Bot, filesOf, type InCallBot, type MediaFile, type ProcessingBot } from '#shared/bots/rules/bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import {
  type BotDecision,
  recordingCompleted,
  summaryFailed,
  summaryStored,
  transcriptionFailed,
  transcriptStored,
} from '#shared/bots/rules/transitions';
import { bots } from '#shared/bots/store';
import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import { type BotId, idOf } from '#shared/core/ids';
import { type Instant, SECOND_MS } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports';
import { meetings } from '#shared/meetings/store';
import type { BotAtRecorder, ByteRange, Recorder, Transcriber } from '#shared/recorders/ports';
import type { Recorders } from '#shared/recorders/registry/ports';
import { isOver, type RecordedFile, type RecorderObservation } from '#shared/recorders/rules/observation';
import { mediaKey, type ResultsStorage } from '#shared/results/ports';
import type { Summarizer, SummaryTemplate } from '#shared/summaries/ports';
import { builtInTemplate } from '#shared/summaries/rules/templates';
import { summaryTemplates } from '#shared/summaries/store';

/** What the work on a recording needs beside the table. */
export interface RecordingContext extends CommandContext {
  readonly recorders: Pick<Recorders, 'named'>;
  readonly transcriber: Transcriber;
  readonly summarizer: Summarizer;
  readonly files: FileStorage;
  readonly results: ResultsStorage;
}

/** Nothing is left to do, or a provider is still working and is to be asked again at that time. */
export type Processed = 'done' | { readonly lookAgainAt: Instant };

/** A step: a decision to save, or why there is none. */
type Step = BotDecision | Processed;

/** More steps than any recording has; a loop that does not end is a defect and must not cost money. */
const MOST_STEPS = 8;

/**
 * Takes a recording as far as it goes: fetch, transcribe, summarize, each saved before the next begins. Every step
 * may be repeated: content is written again under the same key, and the state is saved against its revision.
 */
export const processRecording =
  (context: RecordingContext) =>
  async (id: BotId): Promise<Processed> => {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const processed = await takeStep(context)(id);
      if (processed !== 'again') return processed;
    }
    throw new Error('A recording takes more steps than there are.');
  };

const takeStep = command(async (context: RecordingContext, id: BotId): Promise<Processed | 'again'> => {
  const bot = await bots.find(context.table, id);
  if (!bot) return 'done';
  const step = await nextStep(context, bot.state);
  if (step === 'done' || 'lookAgainAt' in step) return step;
  await saveTransition(context, await loadMeetingOf(context, bot), step, context.clock.now());
  return 'again';
});

async function nextStep(context: RecordingContext, bot: Bot): Promise<Step> {
  switch (bot.status) {
    case 'cancelled':
      return releaseBot(context, bot);
    case 'in_call':
      return fetchRecording(context, bot);
    case 'processing':
      return bot.results.transcript === 'processing' ? transcribe(context, bot) : summarize(context, bot);
    case 'queued':
    case 'joining':
    case 'completed':
      return 'done';
    case 'failed':
      // One that failed with a recording has left.
      return bot.recorded === null ? releaseBot(context, bot) : 'done';
  }
}

/** The media are in our storage before an event announces them. */
async function fetchRecording(context: RecordingContext, bot: InCallBot): Promise<Step> {
  const there = atRecorder(bot);
  if (!there || !bot.recorder) return 'done';
  const recorder = await context.recorders.named(bot.recorder.name);
  const first = await recorder.observe(there);
  const askIt = bot.leaveAskedAt !== null && first !== undefined && !isOver(first);
  if (askIt) await recorder.leave(there);
  const seen = askIt ? await recorder.observe(there) : first;
  if (seen?.state !== 'ended' || seen.files === null) return 'done';
  const files = await Promise.all(seen.files.map((file) => copied(context, { bot, recorder, there }, file)));
  return recordingCompleted(
    bot,
    { endedAt: seen.endedAt, durationSeconds: durationOf(seen), files },
    context.clock.now(),
  );
}

const WHOLE: ByteRange = { firstByte: 0, lastByte: null, etag: null };

type Ended = Extract<RecorderObservation, { state: 'ended' }>;

/** As the recorder says, else from the first second recorded to the end. */
const durationOf = ({ durationSeconds, startedAt, endedAt }: Ended): number =>
  durationSeconds ?? Math.max(0, endedAt - startedAt) / SECOND_MS;

interface Source {
  readonly bot: Bot;
  readonly recorder: Recorder;
  readonly there: BotAtRecorder;
}

async function copied(
  { files }: RecordingContext,
  { bot, recorder, there }: Source,
  file: RecordedFile,
): Promise<MediaFile> {
  const key = mediaKey({ workspaceId: bot.workspaceId, botId: bot.id }, file.name);
  const { stream } = await recorder.openMedia(there, file, WHOLE);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  await files.put(key, bytes, file.contentType);
  return { kind: file.kind, contentType: file.contentType, sizeBytes: bytes.byteLength, key };
}

async function transcribe(context: RecordingContext, bot: ProcessingBot): Promise<Step> {
  const audio = filesOf(bot).find((file) => file.kind === 'audio');
  const madeBy = bot.recorder?.externalId ? { recorder: bot.recorder.name, externalId: bot.recorder.externalId } : null;
  const job = { botId: bot.id, madeBy, audioKey: audio?.key ?? '', language: bot.choices.language };
  const transcription = await context.transcriber.start(job);
  if (transcription.status === 'running') return { lookAgainAt: transcription.lookAgainAt };
  if (transcription.status === 'failed') return transcriptionFailed(bot, transcription.detail, context.clock.now());
  const { transcript } = transcription;
  await context.results.saveTranscript({ workspaceId: bot.workspaceId, botId: bot.id }, transcript);
  return transcriptStored(bot, { language: transcript.language, spoken: transcript.segments.length > 0 });
}

async function summarize(context: RecordingContext, bot: ProcessingBot): Promise<Step> {
  const of = { workspaceId: bot.workspaceId, botId: bot.id };
  const [transcript, meeting, template] = await Promise.all([
    context.results.transcript(of),
    meetings.find(context.table, bot.meetingId),
    templateFor(context, bot),
  ]);
  if (!transcript) return summaryFailed(bot);
  const meetingTitle = meeting?.state.title ?? null;
  const { summaryLanguage: language } = bot.choices;
  const summary = await context.summarizer.start({ botId: bot.id, meetingTitle, transcript, template, language });
  if (summary.status === 'running') return { lookAgainAt: summary.lookAgainAt };
  if (summary.status === 'failed') return summaryFailed(bot);
  await context.results.saveSummary(of, summary.summary);
  return summaryStored(bot);
}

/** The template as it is now; the general one where it was deleted. */
async function templateFor(
  { table }: RecordingContext,
  { choices: { summaryTemplate: named }, workspaceId }: ProcessingBot,
): Promise<SummaryTemplate> {
  const id = idOf('tpl', named);
  const own = id && (await summaryTemplates.find(table, id))?.state;
  if (own?.workspaceId === workspaceId) return own;
  const builtIn = builtInTemplate(named) ?? builtInTemplate('general');
  if (!builtIn) throw new Error('The general template is gone.');
  return { ...builtIn, instructions: '' };
}
