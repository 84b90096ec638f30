import { html } from 'hono/html';
import { type Content, dateTime, descriptionList, type Markup, notice, table } from '#shared/api/page-kit/components';
import { refreshed } from '#shared/api/page-kit/refreshed';
import type { Attendee, AttendeeResponse, Person } from '#shared/foundation/core/people';
import { liveBotOf } from '#shared/meetings/live-transcripts/rules/live-bot';
import { displayLabel } from '#shared/meetings/meetings/rules/display-label';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording, shownResults } from '#shared/meetings/meetings/rules/results-status';
import type { RecordingFacts } from '#shared/meetings/meetings/rules/why-no-recording';
import type { Results } from '#shared/meetings/results/load-results';
import { languageName } from '../language-name.ts';
import { platformOf, recordingBadge, timestamp } from '../meeting-labels.ts';
import { filesView, playedFile, playerView } from '../transcript/files-view.ts';
import { downloadsView, transcriptView } from '../transcript/transcript-view.ts';
import { liveView, RESULTS_ID } from './live-view.ts';
import { type Notetaker, notetakersView } from './notetakers-view.ts';
import { recordingWords } from './recording-words.ts';
import { settingRows } from './setting-labels.ts';
import { summaryView } from './summary-view.ts';

interface ShownMeeting {
  readonly results: Results;
  readonly notetakers: readonly Notetaker[];
  /** With the meeting, and the time of the page. */
  readonly facts: RecordingFacts;
}

/** What is said, or the recording and its results, come first; participants, notetakers and settings follow. */
export function meetingView({ results, notetakers, facts }: ShownMeeting): Markup {
  const { meeting } = facts;
  const played = playedFile(results.files, shownRecording(meeting)?.botId);
  const isLive = liveBotOf(meeting) !== undefined;
  const { transcript, summary } = shownResults(meeting);
  const content = html`${played && playerView(played)}
${summarySection(meeting, results)}
${transcriptSection(meeting, results, played !== undefined)}
${filesView(results.files)}`;
  return html`${descriptionList(details(facts))}
${isLive ? section('live', 'Live transcript', liveView(meeting.id)) : ''}
${refreshed({
  id: RESULTS_ID,
  path: `/app/meetings/${meeting.id}`,
  state: workOn({ transcript, summary, isLive }),
  isChanging: !isLive && (transcript === 'processing' || summary === 'processing'),
  isAfterCall: isLive,
  mayGetPlayer: played === undefined,
  content,
})}
${section('people', 'Participants', peopleView(meeting))}
${section('notetakers', 'Notetakers', notetakersView(notetakers))}
${section('settings', 'Settings', settingsView(meeting))}`;
}

/** In words, for the announcement of a change. */
function workOn({ transcript, summary, isLive }: { transcript: string; summary: string; isLive: boolean }): string {
  if (isLive) return 'The call goes on.';
  if (transcript === 'processing') return 'The transcript is being generated.';
  if (summary === 'processing') return 'The transcript is ready. The summary is being generated.';
  return transcript === 'ready' ? 'The transcript is ready.' : 'There is no transcript.';
}

const section = (id: string, heading: string, content: Content): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`;

type Details = Parameters<typeof descriptionList>[0];

function details(facts: RecordingFacts): Details {
  const { meeting, now } = facts;
  const { startsAt, endsAt, organizer } = meeting;
  const { durationSeconds } = shownResults(meeting);
  return [
    ['Recording', html`${recordingBadge(displayLabel(meeting, now))}<p class="small">${recordingWords(facts)}</p>`],
    startsAt === null ? ['Created', dateTime(meeting.createdAt)] : ['Start', dateTime(startsAt)],
    ...(endsAt === null ? [] : [['End', dateTime(endsAt)] as const]),
    ['Organizer', organizer ? personView(organizer) : 'Unknown'],
    ['Platform', platformOf(meeting)],
    ['Source', SOURCES[meeting.source]],
    ...(durationSeconds === null ? [] : [['Duration', timestamp(durationSeconds)] as const]),
    ['Meeting ID', html`<code>${meeting.id}</code>`],
  ];
}

const SOURCES: Readonly<Record<Meeting['source'], string>> = {
  calendar_connection: 'Connected calendar',
  calendar_sync: 'Pushed calendar event',
  bot: 'Notetaker sent by the API',
};

function summarySection(meeting: Meeting, { summary, transcript }: Results): Markup | '' {
  const { summary: status } = shownResults(meeting);
  if (status === 'none') return '';
  return section('summary', 'Summary', summary ? summaryView(summary, transcript) : missing('summary', status));
}

const missing = (result: 'summary' | 'transcript', status: string): Markup =>
  html`<p class="none">The ${result} ${status === 'failed' ? 'could not be' : 'is being'} generated.</p>`;

const LOST = 'People spoke in the call, and nothing of it could be transcribed. The recording is available.';
const DOUBTFUL =
  'The transcript may be incomplete: it does not fit the length of the call. Compare it with the recording.';
const NO_SPEECH = 'No speech was detected.';

/** Also of transcripts whose words were removed by a correction. */
const WITHOUT_WORDS = {
  ...{ silent: NO_SPEECH, spoken: NO_SPEECH, doubtful: NO_SPEECH },
  no_words: 'No words were detected, and no one is known to have spoken.',
} as const;

function transcriptSection(meeting: Meeting, { transcript }: Results, plays: boolean): Markup | '' {
  const { transcript: status, transcriptLanguage, transcriptOutcome } = shownResults(meeting);
  if (status === 'none') return '';
  if (transcriptOutcome === 'lost') return section('transcript', 'Transcript', notice('problem', LOST));
  if (!transcript) return section('transcript', 'Transcript', missing('transcript', status));
  const language = transcriptLanguage && html`<p class="small">Language: ${languageName(transcriptLanguage)}</p>`;
  const silence = transcript.segments.length === 0 && notice('note', WITHOUT_WORDS[transcriptOutcome ?? 'silent']);
  const doubt = transcriptOutcome === 'doubtful' && notice('warning', DOUBTFUL);
  const segments = transcriptView({ page: `/app/meetings/${meeting.id}`, transcript, plays });
  const conversation =
    meeting.conversationId &&
    html`<p><a href="/app/conversations/${meeting.conversationId}">Open the conversation</a> to correct the text, name it and tag it.</p>`;
  const downloads = downloadsView(`/app/meetings/${meeting.id}`);
  return section('transcript', 'Transcript', html`${language}${conversation}${downloads}${silence}${doubt}${segments}`);
}

const RESPONSES: Readonly<Record<AttendeeResponse, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
  needs_action: 'no response',
};

/** The invited people, with their responses if the meeting has a calendar event. */
function peopleView({ calendarEvent, invited }: Meeting): Markup {
  const people = calendarEvent ? calendarEvent.attendees.map(attendeeView) : invited.map(personView);
  return people.length === 0
    ? html`<p class="none">No known participants.</p>`
    : html`<ul>${people.map((person) => html`<li>${person}</li>`)}</ul>`;
}

const attendeeView = (attendee: Attendee): Markup =>
  html`${personView(attendee)} <span class="small">(${RESPONSES[attendee.response]})</span>`;

const personView = ({ name, email }: Person): Content => {
  if (name === null) return email ?? 'Unknown';
  return email === null ? name : html`${name} <span class="small">${email}</span>`;
};

const settingsView = (meeting: Meeting): Markup =>
  table({
    caption: 'Settings of this meeting and where they come from',
    columns: ['Setting', 'Value', 'Source'],
    rows: settingRows(meeting).map(({ name, value, source }) => [name, value, source]),
    empty: '',
  });
