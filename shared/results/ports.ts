import type { BotId, WorkspaceId } from '#shared/core/ids';
import type { Summary, Transcript } from '#shared/results/rules/results';

/** Where the content of a bot's results lies. Writing it again overwrites the same words. */
export interface ResultsStorage {
  saveTranscript(of: ResultsKey, transcript: Transcript): Promise<void>;
  transcript(of: ResultsKey): Promise<Transcript | undefined>;
  saveSummary(of: ResultsKey, summary: Summary): Promise<void>;
  summary(of: ResultsKey): Promise<Summary | undefined>;
}

interface ResultsKey {
  readonly workspaceId: WorkspaceId;
  readonly botId: BotId;
}

/** Keys begin with the workspace, so that a purge is a prefix. */
export const transcriptKey = ({ workspaceId, botId }: ResultsKey): string => `${workspaceId}/${botId}/transcript.json`;
export const summaryKey = ({ workspaceId, botId }: ResultsKey): string => `${workspaceId}/${botId}/summary.json`;
export const mediaKey = ({ workspaceId, botId }: ResultsKey, name: string): string =>
  `${workspaceId}/${botId}/media/${name}`;
