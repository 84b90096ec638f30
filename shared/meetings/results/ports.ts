import { type BotId, type ConversationId, idOf, type SummaryId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { RecordingPart } from '#shared/meetings/bots/rules/remove-recording';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import type { Summary, Transcript } from '#shared/meetings/results/rules/results';

/** Where transcripts and summaries lie. Writing one again overwrites the same words. */
export interface ResultsStorage {
  saveTranscript(of: TranscriptFile, transcript: Transcript): Promise<void>;
  /** Does nothing where there is none. */
  removeTranscript(of: TranscriptFile): Promise<void>;
  transcript(of: TranscriptFile): Promise<Transcript | undefined>;
  saveSummary(of: SummaryFile, summary: Summary): Promise<void>;
  /** Does nothing where there is none. */
  removeSummary(of: SummaryFile): Promise<void>;
  summary(of: SummaryFile): Promise<Summary | undefined>;
}

/** A transcript is of a bot, or the text of a conversation that no meeting has. */
export type TranscriptFile = ResultsKey | ConversationText;

/** A type and not an interface, since jobs store it as JSON; the same of `ResultsKey`. */
export type ConversationText = {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  /** Each correction is a file of its own. */
  readonly revision: string;
};

/** A summary is of a bot, or of the text of a conversation that no meeting has. */
export type SummaryFile = ResultsKey | ConversationSummaryFile;

interface ConversationSummaryFile {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly summaryId: SummaryId;
}

export type ResultsKey = {
  readonly workspaceId: WorkspaceId;
  readonly botId: BotId;
  /** Of a transcript that was corrected. */
  readonly correction?: string;
};

/** Where the results of a recording lie that a meeting shows. */
export const keyOf = ({ workspaceId }: Meeting, { botId, results: { correction } }: Recording): ResultsKey => ({
  workspaceId,
  botId,
  ...(correction !== undefined && { correction }),
});

/** Keys begin with the workspace, so that a purge is a prefix. */
export const transcriptKey = (of: TranscriptFile): string => {
  if ('conversationId' in of) return `${of.workspaceId}/${of.conversationId}/transcript-${of.revision}.json`;
  const { workspaceId, botId, correction } = of;
  return `${workspaceId}/${botId}/transcript${correction === undefined ? '' : `-${correction}`}.json`;
};
/** The media file of a conversation that no meeting has; deleted with its texts, whose keys begin alike. */
export const conversationMediaKey = ({ workspaceId, conversationId }: Omit<ConversationText, 'revision'>): string =>
  `${workspaceId}/${conversationId}/media`;
export const summaryKey = (of: SummaryFile): string =>
  'summaryId' in of
    ? `${of.workspaceId}/${of.conversationId}/summaries/${of.summaryId}.json`
    : `${of.workspaceId}/${of.botId}/summary.json`;
/** What the keys of these parts of a recording begin with, corrections included. */
export const recordingPrefixes = (
  { workspaceId, botId }: ResultsKey,
  parts: readonly RecordingPart[],
): readonly string[] => parts.flatMap((part) => PREFIXES[part].map((name) => `${workspaceId}/${botId}/${name}`));
const PREFIXES = { media: ['media/'], transcript: ['transcript', 'summary'] } as const;
export const mediaKey = ({ workspaceId, botId }: ResultsKey, name: string): string =>
  `${workspaceId}/${botId}/media/${name}`;

/** What lies at a key, where it is a transcript or a summary. */
export type StoredResults =
  | { readonly kind: 'transcript'; readonly of: TranscriptFile }
  | { readonly kind: 'summary'; readonly of: SummaryFile };

const RESULTS_KEY = /^(wks_\w+)\/((?:bot|con)_\w+)\/(?:(transcript|summary)(?:-([\w-]+))?|summaries\/(sum_\w+))\.json$/;

/** The reverse of `transcriptKey` and `summaryKey`. */
export function resultsAt(key: string): StoredResults | undefined {
  const [, workspace, subject, kind, revision, summary] = RESULTS_KEY.exec(key) ?? [];
  const workspaceId = idOf('wks', workspace);
  const [botId, conversationId, summaryId] = [idOf('bot', subject), idOf('con', subject), idOf('sum', summary)];
  if (!workspaceId) return undefined;
  if (botId && kind === 'summary') return { kind, of: { workspaceId, botId } };
  if (botId && kind === 'transcript')
    return { kind, of: { workspaceId, botId, ...(revision !== undefined && { correction: revision }) } };
  if (conversationId && kind === 'transcript' && revision !== undefined)
    return { kind, of: { workspaceId, conversationId, revision } };
  return conversationId && summaryId ? { kind: 'summary', of: { workspaceId, conversationId, summaryId } } : undefined;
}
