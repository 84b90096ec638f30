import { html } from 'hono/html';
import type { MeetingId } from '#shared/core/ids';
import type { Markup } from '#shared/page-kit/components';
import type { Segment, Transcript } from '#shared/results/rules/results';
import { timestamp } from '../meeting-labels.ts';
import { PLAYER_ID } from './files-view.ts';

interface ShownTranscript {
  readonly meetingId: MeetingId;
  readonly transcript: Transcript;
  /** Whether the page has a player. */
  readonly plays: boolean;
}

/** The segments with speaker and time. With a player and scripts, the list follows the recording. */
export function transcriptView({ meetingId, transcript, plays }: ShownTranscript): Markup {
  const { segments } = transcript;
  const shown = segments.slice(0, fittingCount(segments));
  const names = new Map(transcript.speakers.map(({ id, name }, at) => [id, name ?? `Speaker ${at + 1}`]));
  return html`${plays ? playbackHints : ''}
<ol class="transcript"${plays ? html` data-follows="${PLAYER_ID}"` : ''}>
${shown.map((segment, at) => segmentView(segment, at, names, plays))}
</ol>
${shown.length < segments.length ? html`<p>The transcript is too long for this page. Download the <a href="${fileOf(meetingId, 'txt')}">text file</a> to read the rest.</p>` : ''}`;
}

const playbackHints = html`<p class="hint">Select a time to play the recording from there. With the keyboard: Tab to a time, press Enter to play, use the arrow keys to move.</p>
<p><label class="tick" data-keeps-up hidden><input type="checkbox" checked> Scroll with the recording</label></p>`;

export const fileOf = (id: MeetingId, format: string): string => `/app/meetings/${id}/transcript.${format}`;

/** The anchor of a segment on the page. */
export const anchorOf = (position: number): string => `part-${position}`;

/** Position of the segment that is spoken at a time of the recording, or of the last one before it. */
export const segmentAt = ({ segments }: Transcript, seconds: number): number =>
  segments.findLastIndex(({ start }) => start <= seconds);

function segmentView(
  { speakerId, start, text }: Segment,
  position: number,
  names: ReadonlyMap<string, string>,
  plays: boolean,
): Markup {
  const time = plays
    ? // The script enables it.
      html`<button type="button" disabled aria-label="Play from ${timestamp(start)}">${timestamp(start)}</button>`
    : html`<span class="small">${timestamp(start)}</span>`;
  const name = speakerId === null ? undefined : names.get(speakerId);
  return html`<li id="${anchorOf(position)}" data-start="${start}">${time} ${name === undefined ? '' : html`<span class="speaker">${name}:</span> `}${text}</li>`;
}

/** A Lambda response is limited to 6 MB, including its JSON escapes. */
const MAX_BYTES = 3_500_000;
const MARKUP_BYTES_PER_SEGMENT = 220;
const ESCAPED = /[&<>"'\\\n]/g;

/** How many segments fit on the page. */
function fittingCount(segments: readonly Segment[]): number {
  let bytes = 0;
  const first = segments.findIndex(({ text }) => {
    bytes += MARKUP_BYTES_PER_SEGMENT + Buffer.byteLength(text) + 5 * (text.match(ESCAPED)?.length ?? 0);
    return bytes > MAX_BYTES;
  });
  return first < 0 ? segments.length : first;
}
