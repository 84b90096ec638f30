import { botChanges } from '#shared/bots/commands/bot-changes';
import { type Bot, filesOf, type InCallBot, type MediaFile, type ProcessingBot } from '#shared/bots/rules/bot';
import {
  type BotDecision,
  recordingCompleted,
  summaryFailed,
  summaryStored,
  transcriptionFailed,
  transcriptStored,
} from '#shared/bots/rules/transitions';
import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import { type BotId, idOf } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BotStore, MeetingStore, SummaryTemplateStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { Recorder, RecorderObservation } from '#shared/recorders/ports/recorder';
import type { Transcriber } from '#shared/recorders/ports/transcriber';
import { mediaKey, type ResultsStorage } from '#shared/results/ports/results-storage';
import type { Summarizer, SummaryTemplate } from '#shared/summaries/ports/summarizer';
import { builtInTemplate } from '#shared/summaries/rules/templates';

export interface ProcessNeeds {
  readonly bots: BotStore;
  readonly meetings: MeetingStore;
  readonly workspaces: WorkspaceStore;
  readonly templates: Pick<SummaryTemplateStore, 'find'>;
  readonly recorder: Recorder;
  readonly transcriber: Transcriber;
  readonly summarizer: Summarizer;
  readonly files: FileStorage;
  readonly results: ResultsStorage;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Nothing is left to do, or somebody else works on it and is to be asked again then. */
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
  (needs: ProcessNeeds) =>
  async (id: BotId): Promise<Processed> => {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const done = await withRetry(needs, () => takeStep(needs, id));
      if (done !== 'again') return done;
    }
    throw new Error('A recording takes more steps than there are.');
  };

async function takeStep(needs: ProcessNeeds, id: BotId): Promise<Processed | 'again'> {
  const bot = await needs.bots.find(id);
  if (!bot) return 'done';
  const step = await nextStep(needs, bot.state);
  if (step === 'done' || 'lookAgainAt' in step) return step;
  await save(needs, bot, step);
  return 'again';
}

async function nextStep(needs: ProcessNeeds, bot: Bot): Promise<Step> {
  switch (bot.status) {
    case 'cancelled':
      await needs.recorder.cancel(bot.id);
      return 'done';
    case 'in_call':
      return fetchRecording(needs, bot);
    case 'processing':
      return bot.results.transcript === 'processing' ? transcribe(needs, bot) : summarize(needs, bot);
    case 'queued':
    case 'joining':
    case 'completed':
    case 'failed':
      return 'done';
  }
}

/** The media are ours before anyone hears that they are there. */
async function fetchRecording(needs: ProcessNeeds, bot: InCallBot): Promise<Step> {
  const first = await needs.recorder.observe(bot.id);
  const askIt = bot.leaveAskedAt !== null && first?.state === 'recording';
  if (askIt) await needs.recorder.leave(bot.id);
  const seen = askIt ? await needs.recorder.observe(bot.id) : first;
  if (seen?.state !== 'ended') return 'done';
  const files = await copied(needs, bot, seen);
  return recordingCompleted(
    bot,
    { endedAt: seen.endedAt, durationSeconds: seen.durationSeconds, files },
    needs.clock.now(),
  );
}

type Ended = Extract<RecorderObservation, { state: 'ended' }>;

const copied = (needs: ProcessNeeds, bot: Bot, { files }: Ended): Promise<readonly MediaFile[]> =>
  Promise.all(
    files.map(async (file) => {
      const key = mediaKey({ workspaceId: bot.workspaceId, botId: bot.id }, file.name);
      const bytes = await needs.recorder.download(bot.id, file);
      await needs.files.put(key, bytes, file.contentType);
      return { kind: file.kind, contentType: file.contentType, sizeBytes: bytes.byteLength, key };
    }),
  );

async function transcribe(needs: ProcessNeeds, bot: ProcessingBot): Promise<Step> {
  const audio = filesOf(bot).find((file) => file.kind === 'audio');
  const job = { botId: bot.id, audioKey: audio?.key ?? '', language: bot.choices.language };
  const transcription = await needs.transcriber.start(job);
  if (transcription.status === 'running') return { lookAgainAt: transcription.lookAgainAt };
  if (transcription.status === 'failed') return transcriptionFailed(bot, transcription.detail, needs.clock.now());
  const { transcript } = transcription;
  await needs.results.saveTranscript({ workspaceId: bot.workspaceId, botId: bot.id }, transcript);
  return transcriptStored(bot, { language: transcript.language, spoken: transcript.segments.length > 0 });
}

async function summarize(needs: ProcessNeeds, bot: ProcessingBot): Promise<Step> {
  const of = { workspaceId: bot.workspaceId, botId: bot.id };
  const [transcript, meeting, template] = await Promise.all([
    needs.results.transcript(of),
    needs.meetings.find(bot.meetingId),
    templateFor(needs, bot),
  ]);
  if (!transcript) return summaryFailed(bot);
  const meetingTitle = meeting?.state.title ?? null;
  const { summaryLanguage: language } = bot.choices;
  const made = await needs.summarizer.start({ botId: bot.id, meetingTitle, transcript, template, language });
  if (made.status === 'running') return { lookAgainAt: made.lookAgainAt };
  if (made.status === 'failed') return summaryFailed(bot);
  await needs.results.saveSummary(of, made.summary);
  return summaryStored(bot);
}

/** As it is now; one that was deleted since it was chosen gives way to the general one. */
async function templateFor(
  { templates }: ProcessNeeds,
  { choices: { summaryTemplate: named }, workspaceId }: ProcessingBot,
): Promise<SummaryTemplate> {
  const id = idOf('tpl', named);
  const own = id && (await templates.find(id))?.state;
  if (own?.workspaceId === workspaceId) return own;
  const builtIn = builtInTemplate(named) ?? builtInTemplate('general');
  if (!builtIn) throw new Error('The general template is gone.');
  return { ...builtIn, instructions: '' };
}

async function save(needs: ProcessNeeds, bot: Loaded<Bot>, decision: BotDecision): Promise<void> {
  const [meeting, workspace] = await Promise.all([
    needs.meetings.find(bot.state.meetingId),
    needs.workspaces.find(bot.state.workspaceId),
  ]);
  if (!meeting || !workspace) throw new Error('A bot is without its meeting or workspace.');
  const audience = workspace.state.endpoints;
  await needs.changes.save(botChanges({ bot, meeting, audience }, decision, needs.clock.now()));
}
