import { filesOf } from '#shared/bots/rules/bot';
import type { Instant } from '#shared/core/time';
import type { BotStore } from '#shared/events/ports/stores';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import { type ResultsStorage, transcriptKey } from '#shared/results/ports/results-storage';
import type { LinkedFile } from '#shared/results/present';
import type { Summary, Transcript } from '#shared/results/rules/results';

export interface ContentNeeds {
  readonly bots: BotStore;
  readonly files: FileStorage;
  readonly results: ResultsStorage;
}

export interface Content {
  readonly transcript: Transcript | undefined;
  readonly transcriptUrl: string | null;
  readonly summary: Summary | undefined;
  readonly files: readonly LinkedFile[];
}

export const NOTHING: Content = { transcript: undefined, transcriptUrl: null, summary: undefined, files: [] };

/** The shown bot's words, and every bot's files. Links are good until the given moment. */
export async function contentOf(needs: ContentNeeds, meeting: Meeting, expiresAt: Instant): Promise<Content> {
  const shown = shownRecording(meeting);
  const of = shown && { workspaceId: meeting.workspaceId, botId: shown.botId };
  const [transcript, summary, files] = await Promise.all([
    of && shown.results.transcript === 'ready' ? needs.results.transcript(of) : undefined,
    of && shown.results.summary === 'ready' ? needs.results.summary(of) : undefined,
    linkedFiles(needs, meeting, expiresAt),
  ]);
  const link = { expiresAt, contentType: 'application/json', filename: `${meeting.id}-transcript.json` };
  const transcriptUrl = of && transcript ? await needs.files.linkTo(transcriptKey(of), link) : null;
  return { transcript, transcriptUrl, summary, files };
}

async function linkedFiles(
  { bots, files }: ContentNeeds,
  meeting: Meeting,
  expiresAt: Instant,
): Promise<readonly LinkedFile[]> {
  const recorded = meeting.recordings.filter((recording) => recording.hasMedia);
  const loaded = await Promise.all(recorded.map((recording) => bots.find(recording.botId)));
  const listed = loaded.flatMap((bot) =>
    bot ? filesOf(bot.state).map((file) => ({ botId: bot.state.id, file })) : [],
  );
  return Promise.all(
    listed.map(async ({ botId, file }) => {
      const filename = `${meeting.id}-${file.key.slice(file.key.lastIndexOf('/') + 1)}`;
      return { botId, file, url: await files.linkTo(file.key, { expiresAt, contentType: file.contentType, filename }) };
    }),
  );
}
