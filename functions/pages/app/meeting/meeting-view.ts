import { html } from 'hono/html';
import type { Instant } from '#shared/core/time';
import type { Content } from '#shared/meetings/endpoints/results-content';
import { displayLabel } from '#shared/meetings/rules/display-label';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording, shownResults } from '#shared/meetings/rules/whole-results';
import type { Markup } from '#shared/page-kit/layout';
import { facts, grid, moment, notice } from '#shared/page-kit/parts';
import { labelView, PLATFORMS, stamp } from '../meeting-words.ts';
import { peopleView, personView } from './people-view.ts';
import { filesView, playedFile, playerView } from './player-view.ts';
import { recordingsView, type ShownRecording } from './recordings-view.ts';
import { languageOf, settingsIn } from './setting-words.ts';
import { summaryView } from './summary-view.ts';
import { fileOf, transcriptView } from './transcript-view.ts';

export interface ShownMeeting {
  readonly meeting: Meeting;
  readonly now: Instant;
  readonly content: Content;
  readonly recordings: readonly ShownRecording[];
}

/** What a person comes for stands first: the recording and its words; what led to it follows. */
export function meetingView({ meeting, now, content, recordings }: ShownMeeting): Markup {
  const played = playedFile(content.files, shownRecording(meeting)?.botId);
  return html`${facts(headFacts(meeting, now))}
${played ? html`<section class="player" aria-labelledby="recording"><h2 id="recording">Recording</h2>${playerView(played)}</section>` : ''}
${summarySection(meeting, content)}
${transcriptSection(meeting, content, played !== undefined)}
${filesView(content.files)}
<section aria-labelledby="people"><h2 id="people">People</h2>${peopleView(meeting)}</section>
<section aria-labelledby="notetakers"><h2 id="notetakers">Notetakers</h2>${recordingsView(recordings)}</section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>${settingsView(meeting)}</section>`;
}

const headFacts = (meeting: Meeting, now: Instant): Parameters<typeof facts>[0] => [
  ['Recording', labelView(displayLabel(meeting, now))],
  meeting.startsAt === null ? ['Sent to', moment(meeting.createdAt)] : ['Starts', moment(meeting.startsAt)],
  ...(meeting.endsAt === null ? [] : [['Ends', moment(meeting.endsAt)] as const]),
  ['Organizer', meeting.organizer ? personView(meeting.organizer) : 'not known'],
  ['Call', callView(meeting)],
  ['Came by', SOURCES[meeting.source]],
  ...(lengthOf(meeting) === null ? [] : [['Length', stamp(lengthOf(meeting) ?? 0)] as const]),
  ['Id', html`<code>${meeting.id}</code>`],
];

const SOURCES: Readonly<Record<Meeting['source'], string>> = {
  calendar_connection: 'a connected calendar',
  calendar_sync: "a partner's own calendar sync",
  bot: 'a notetaker sent to the call',
};

const lengthOf = (meeting: Meeting): number | null => shownResults(meeting).durationSeconds;

/** The link is not shown: it may hold a passcode, and lets anybody in who has it. */
const callView = ({ platform, meetingUrl }: Meeting): string => {
  if (meetingUrl === null) return 'has no link';
  return platform === null ? 'by a link of another kind' : PLATFORMS[platform];
};

function summarySection(meeting: Meeting, { summary, transcript }: Content): Markup | '' {
  const { summary: status } = shownResults(meeting);
  if (status === 'none') return '';
  return html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${
    summary
      ? summaryView(summary, transcript)
      : html`<p class="none">${status === 'failed' ? 'It could not be written.' : 'It is being written.'}</p>`
  }</section>`;
}

function transcriptSection(meeting: Meeting, { transcript }: Content, plays: boolean): Markup | '' {
  const { transcript: status, transcriptLanguage } = shownResults(meeting);
  if (status === 'none') return '';
  const language = transcriptLanguage === null ? '' : html`<p class="small">In ${languageOf(transcriptLanguage)}</p>`;
  return html`<section aria-labelledby="transcript"><h2 id="transcript">Transcript</h2>${
    transcript
      ? html`${language}${downloads(meeting)}${spoken(transcript.segments.length)}${transcriptView({ meetingId: meeting.id, transcript, plays })}`
      : html`<p class="none">${status === 'failed' ? 'What was said could not be written down.' : 'What was said is being written down.'}</p>`
  }</section>`;
}

const spoken = (parts: number): Markup | '' => (parts === 0 ? notice('note', 'Nobody said anything.') : '');

const FORMATS = [
  ['txt', 'Text'],
  ['vtt', 'WebVTT'],
  ['srt', 'SubRip'],
] as const;

const downloads = ({ id }: Meeting): Markup =>
  html`<p>Save it as ${FORMATS.map(([format, words], at) => html`${at > 0 ? ', ' : ''}<a href="${fileOf(id, format)}" download>${words}</a>`)}</p>`;

const settingsView = (meeting: Meeting): Markup =>
  grid({
    caption: 'How it is recorded, and why so',
    columns: ['Setting', 'Value', 'Why'],
    rows: settingsIn(meeting).map(({ name, value, why }) => [name, value, why]),
    none: '',
  });
