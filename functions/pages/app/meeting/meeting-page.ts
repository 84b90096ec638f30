import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import { liveBotOf } from '#shared/meetings/live-transcripts/rules/live-bot';
import { recordingFacts } from '#shared/meetings/meetings/recording-facts';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { meetings } from '#shared/meetings/meetings/store';
import { loadResults } from '#shared/meetings/results/load-results';
import { keyOf } from '#shared/meetings/results/ports';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { titleOf } from '../meeting-labels.ts';
import { pageLinksExpireAt } from '../page-links.ts';
import { formatIn, transcriptDownload } from '../transcript/transcript-file.ts';
import { resolveResource } from '../workspace-access.ts';
import { renderWorkspacePage } from '../workspace-page.ts';
import { meetingView } from './meeting-view.ts';
import type { Notetaker } from './notetakers-view.ts';

/** GET /app/meetings/{meeting} */
export const meetingPage: AppPage = async (app, c) => {
  const now = c.var.kit.clock.now();
  const { resource, access } = await resolveResource(app, c, 'meeting', findMeeting(app, c));
  const [results, notetakers, facts] = await loadDetails(app, resource.state, access, now);
  return renderWorkspacePage(c, access, 'meetings', {
    title: titleOf(resource.state),
    // The script reads along, and follows the work on the results.
    connectSrc: ["'self'", ...(liveBotOf(resource.state) ? [new URL(app.liveUrl).origin] : [])],
    mediaSrc: [...new Set(results.files.map(({ url }) => new URL(url).origin))],
    main: meetingView({ results, notetakers, facts }),
  });
};

/** A malformed id finds nothing. */
const findMeeting = async ({ table }: AppDependencies, c: PageContext) => {
  const id = idOf('mtg', c.req.param('meeting'));
  return id && meetings.find(table, id);
};

/** The results, with links to the files that are valid for ten minutes, the notetakers, and what tells why it is recorded or not. */
const loadDetails = (app: AppDependencies, meeting: Meeting, { workspace }: WorkspaceAccess, now: Instant) =>
  Promise.all([
    loadResults(app, meeting, pageLinksExpireAt(now)),
    Promise.all(meeting.recordings.map((recording) => notetakerOf(app, recording))),
    recordingFacts(app.table, workspace.state, meeting, now),
  ]);

const notetakerOf = async ({ table }: AppDependencies, recording: Recording): Promise<Notetaker> => ({
  recording,
  bot: recording.status === 'failed' ? (await bots.find(table, recording.botId))?.state : undefined,
});

/** GET /app/meetings/{meeting}/transcript.{txt, vtt or srt}: downloads the transcript. */
export const transcriptFile: AppPage = async (app, c) => {
  const format = formatIn(c);
  const { resource } = await resolveResource(app, c, 'meeting', findMeeting(app, c));
  const shown = shownRecording(resource.state);
  const transcript =
    shown?.results.transcript === 'ready' ? await app.results.transcript(keyOf(resource.state, shown)) : undefined;
  return transcriptDownload(c, { name: resource.state.id, format, transcript });
};
