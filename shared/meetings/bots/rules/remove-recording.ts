import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import {
  type Bot,
  type BotResults,
  type MediaFile,
  NO_RESULTS,
  type PartStatus,
} from '#shared/meetings/bots/rules/bot';

/** What is removed of a recording: its media, or its transcript with speakers and summary. */
export const RECORDING_PARTS = ['media', 'transcript'] as const;
export type RecordingPart = (typeof RECORDING_PARTS)[number];

/** The recordings whose files a job deletes. A type and not an interface, since it is stored as JSON. */
export type RecordingsRemoval = {
  readonly workspaceId: WorkspaceId;
  readonly parts: readonly RecordingPart[];
  readonly recordings: readonly RemovedRecording[];
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** Recordings were removed: their files and the recorder's copies are to be deleted. */
    'job.recordings_removal': { readonly content: RecordingsRemoval };
  }
}

/** The recording of a bot, with what its recorder knows it by; null where no recorder has it. */
export type RemovedRecording = {
  readonly botId: BotId;
  readonly recorder: { readonly name: string; readonly externalId: string } | null;
};

export const removedRecording = ({ id: botId, recorder }: Bot): RemovedRecording => ({
  botId,
  recorder: recorder?.externalId ? { name: recorder.name, externalId: recorder.externalId } : null,
});

/** Whether one of these parts of the results exists, or failed. */
export const hasResults = (results: BotResults, parts: readonly RecordingPart[]): boolean =>
  parts.some((part) => statusesOf(results, part).some((status) => status !== 'none'));

const statusesOf = ({ media, transcript, summary }: BotResults, part: RecordingPart): readonly PartStatus[] =>
  part === 'media' ? [media] : [transcript, summary];

/** The bot without these parts of its recording; itself where it recorded nothing. */
export function withoutRecording(bot: Bot, parts: readonly RecordingPart[]): Bot {
  if (bot.status === 'processing' || bot.status === 'completed') return { ...bot, ...withoutParts(bot, parts) };
  if (bot.status !== 'failed' || !bot.recorded) return bot;
  return { ...bot, recorded: { ...bot.recorded, ...withoutParts(bot.recorded, parts) } };
}

interface Recorded {
  readonly results: BotResults;
  readonly files: readonly MediaFile[];
}

const withoutParts = ({ results, files }: Recorded, parts: readonly RecordingPart[]): Recorded => ({
  results: withoutResults(results, parts),
  files: parts.includes('media') ? [] : files,
});

/** The length goes with the last part: corrections of a transcript are held to it. */
function withoutResults(results: BotResults, parts: readonly RecordingPart[]): BotResults {
  const { correction, transcriptOutcome, ...rest } = results;
  const isTranscriptKept = !parts.includes('transcript') && hasResults(results, ['transcript']);
  const isMediaKept = !parts.includes('media') && hasResults(results, ['media']);
  return {
    ...(isTranscriptKept
      ? { ...rest, ...(transcriptOutcome && { transcriptOutcome }), ...(correction !== undefined && { correction }) }
      : { ...rest, transcript: 'none', transcriptLanguage: null, summary: 'none' }),
    media: isMediaKept ? results.media : 'none',
    durationSeconds: isTranscriptKept || isMediaKept ? results.durationSeconds : NO_RESULTS.durationSeconds,
  };
}
