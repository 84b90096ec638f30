import { filesOf } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import { transcriptKey } from '#shared/results/ports/results-storage';
import type { LinkedFile } from '#shared/results/present';
import { resultsInFiles } from '#shared/results/results-in-files';
import type { Summary, Transcript } from '#shared/results/rules/results';

interface Sources {
  readonly table: Table;
  readonly files: FileStorage;
}

/** The content of a meeting's results, as far as it exists. */
export interface Results {
  readonly transcript: Transcript | undefined;
  readonly transcriptUrl: string | null;
  readonly summary: Summary | undefined;
  readonly files: readonly LinkedFile[];
}

export const NO_CONTENT: Results = { transcript: undefined, transcriptUrl: null, summary: undefined, files: [] };

/** The transcript and summary of the shown recording, and the media of every bot. Links are valid until `expiresAt`. */
export async function loadResults(sources: Sources, meeting: Meeting, expiresAt: Instant): Promise<Results> {
  const stored = resultsInFiles(sources.files);
  const shown = shownRecording(meeting);
  const key = shown && { workspaceId: meeting.workspaceId, botId: shown.botId };
  const [transcript, summary, files] = await Promise.all([
    key && shown.results.transcript === 'ready' ? stored.transcript(key) : undefined,
    key && shown.results.summary === 'ready' ? stored.summary(key) : undefined,
    linkedFiles(sources, meeting, expiresAt),
  ]);
  const link = { expiresAt, contentType: 'application/json', filename: `${meeting.id}-transcript.json` };
  const transcriptUrl = key && transcript ? await sources.files.linkTo(transcriptKey(key), link) : null;
  return { transcript, transcriptUrl, summary, files };
}

async function linkedFiles(
  { table, files }: Sources,
  { id, recordings }: Meeting,
  expiresAt: Instant,
): Promise<readonly LinkedFile[]> {
  const recorded = recordings.filter(({ hasMedia }) => hasMedia);
  const loaded = await Promise.all(recorded.map(({ botId }) => bots.find(table, botId)));
  const listed = loaded.flatMap((bot) =>
    bot ? filesOf(bot.state).map((file) => ({ botId: bot.state.id, file })) : [],
  );
  return Promise.all(
    listed.map(async ({ botId, file }) => {
      const filename = `${id}-${file.key.slice(file.key.lastIndexOf('/') + 1)}`;
      return { botId, file, url: await files.linkTo(file.key, { expiresAt, contentType: file.contentType, filename }) };
    }),
  );
}
