import type { BotId, WorkspaceId } from '#shared/core/ids';
import type { Meeting, Recording } from '#shared/meetings/rules/meeting';
import type { Summary, Transcript } from '#shared/results/rules/results';

/** Where the content of a bot's results lies. Writing it again overwrites the same words. */
export interface ResultsStorage {
  saveTranscript(of: ResultsKey, transcript: Transcript): Promise<void>;
  /** Does nothing where there is none. */
  removeTranscript(of: ResultsKey): Promise<void>;
  transcript(of: ResultsKey): Promise<Transcript | undefined>;
  saveSummary(of: ResultsKey, summary: Summary): Promise<void>;
  summary(of: ResultsKey): Promise<Summary | undefined>;
}

export interface ResultsKey {
  readonly workspaceId: WorkspaceId;
  readonly botId: BotId;
  /** Of a transcript that was corrected. */
  readonly correction?: string;
}

/** Where the results of a recording lie that a meeting shows. */
export const keyOf = ({ workspaceId }: Meeting, { botId, results: { correction } }: Recording): ResultsKey => ({
  workspaceId,
  botId,
  ...(correction !== undefined && { correction }),
});

/** Keys begin with the workspace, so that a purge is a prefix. */
export const transcriptKey = ({ workspaceId, botId, correction }: ResultsKey): string =>
  `${workspaceId}/${botId}/transcript${correction === undefined ? '' : `-${correction}`}.json`;
export const summaryKey = ({ workspaceId, botId }: ResultsKey): string => `${workspaceId}/${botId}/summary.json`;
export const mediaKey = ({ workspaceId, botId }: ResultsKey, name: string): string =>
  `${workspaceId}/${botId}/media/${name}`;
