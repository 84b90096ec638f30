import { html } from 'hono/html';
import type { MeetingId } from '#shared/core/ids';
import type { Markup } from '#shared/page-kit/layout';
import type { Segment, Transcript } from '#shared/results/rules/results';
import { stamp } from '../meeting-words.ts';
import { PLAYER } from './player-view.ts';

interface Shown {
  readonly meetingId: MeetingId;
  readonly transcript: Transcript;
  /** Whether there is a sound to follow. */
  readonly plays: boolean;
}

/** Who said what, and when. A list to be read; with a player and a script, one that follows the sound. */
export function transcriptView({ meetingId, transcript, plays }: Shown): Markup {
  const { segments } = transcript;
  const shown = segments.slice(0, fitting(segments));
  const names = new Map(transcript.speakers.map(({ id, name }, at) => [id, name ?? `Speaker ${at + 1}`]));
  return html`${
    plays
      ? html`<p class="hint">Press a time to hear what was said then. With the keyboard: Tab to a time, Enter plays from there, the arrows go up and down.</p>
<p><label class="tick" data-keeps-up hidden><input type="checkbox" checked> Keep the page with the sound</label></p>`
      : ''
  }
<ol class="transcript"${plays ? html` data-follows="${PLAYER}"` : ''}>
${shown.map((segment, at) => entry(segment, at, names, plays))}
</ol>
${shown.length < segments.length ? html`<p>This transcript is too long for a page: the rest of it is in the <a href="${fileOf(meetingId, 'txt')}">file</a>.</p>` : ''}`;
}

export const fileOf = (id: MeetingId, format: string): string => `/app/meetings/${id}/transcript.${format}`;

/** Where in the page a part of the transcript stands. */
export const anchorOf = (at: number): string => `part-${at}`;

/** The part during which a moment of the recording lies, or the last one before it. */
export const partAt = ({ segments }: Transcript, seconds: number): number =>
  segments.findLastIndex(({ start }) => start <= seconds);

function entry(
  { speakerId, start, text }: Segment,
  at: number,
  names: ReadonlyMap<string, string>,
  plays: boolean,
): Markup {
  const time = plays
    ? // Of no use without the script, which lets it be pressed.
      html`<button type="button" disabled aria-label="Play from ${stamp(start)}">${stamp(start)}</button>`
    : html`<span class="small">${stamp(start)}</span>`;
  const name = speakerId === null ? undefined : names.get(speakerId);
  return html`<li id="${anchorOf(at)}" data-start="${start}">${time} ${name === undefined ? '' : html`<span class="speaker">${name}:</span> `}${text}</li>`;
}

/** A Lambda answers with at most 6 MB, its own spelling of ours included. */
const LARGEST_BYTES = 3_500_000;
const AROUND_A_PART = 220;
const WRITTEN_LONGER = /[&<>"'\\\n]/g;

/** How many parts fit on the page. */
function fitting(segments: readonly Segment[]): number {
  let bytes = 0;
  const first = segments.findIndex(({ text }) => {
    bytes += AROUND_A_PART + Buffer.byteLength(text) + 5 * (text.match(WRITTEN_LONGER)?.length ?? 0);
    return bytes > LARGEST_BYTES;
  });
  return first < 0 ? segments.length : first;
}
