import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { TranscriptFormat } from '#shared/meetings/results/rules/formats';
import type { Segment, Speaker, Transcript } from '#shared/meetings/results/rules/results';
import { timestamp } from '../meeting-labels.ts';
import { PLAYER_ID } from './files-view.ts';
import { wordTimes } from './word-times.ts';

interface ShownTranscript {
  /** Path of the page, below which the files are. */
  readonly page: string;
  readonly transcript: Transcript;
  /** Whether the page has a player. */
  readonly plays: boolean;
  /** For those who may correct the text. */
  readonly corrections?: Corrections;
}

export interface Corrections {
  /** Link to the page with the form of a segment. */
  readonly linkTo: (segment: Segment) => string;
  /** The form in place of a segment; undefined where it is not open. */
  readonly formOf: (segment: Segment) => Markup | undefined;
}

/**
 * The segments with speaker and time. A time is a link to its moment, `#t=12.5`, which works without scripts too. With a
 * player and scripts, the list follows the recording word by word.
 */
export function transcriptView({ page, transcript, plays, corrections }: ShownTranscript): Markup {
  const { segments } = transcript;
  const rows = segments.map((segment) => ({ segment, words: plays ? wordTimes(segment) : '' }));
  const names = new Map(speakerNames(transcript));
  const shown = rows.slice(0, fittingCount(rows, names));
  return html`${plays ? playbackHints : ''}
<ol class="transcript"${plays ? html` data-follows="${PLAYER_ID}"` : ''}>
${shown.map((row, at) => segmentView({ ...row, names, corrections, hasAnchor: segments[at - 1]?.start !== row.segment.start }))}
</ol>
${shown.length < rows.length ? html`<p>The transcript is too long for this page. Download the <a href="${fileOf(page, 'txt')}">text file</a> to read the rest.</p>` : ''}`;
}

/** Ids and names; a speaker without a name gets a number. */
export const speakerNames = ({ speakers }: { readonly speakers: readonly Speaker[] }) =>
  speakers.map(({ id, name }, at) => [id, name ?? `Speaker ${at + 1}`] as const);

const playbackHints = html`<p class="hint">Select a word or a time to play the recording from there. With the keyboard: Tab to a time, press Enter to play from it and Space to pause; the up and down arrows move to another time, left and right play the word before and after.</p>
<p><label class="tick" data-keeps-up hidden><input type="checkbox" checked> Scroll with the recording</label></p>`;

const fileOf = (page: string, format: TranscriptFormat): string => `${page}/transcript.${format}`;

const FORMATS = [
  ['txt', 'Text'],
  ['vtt', 'WebVTT'],
  ['srt', 'SubRip'],
] as const;

/** Links to the files of a transcript. */
export const downloadsView = (page: string): Markup =>
  html`<p>Download: ${FORMATS.map(([format, label], at) => html`${at > 0 ? ', ' : ''}<a href="${fileOf(page, format)}" download>${label}</a>`)}</p>`;

/** The anchor of a moment: a media fragment (W3C Media Fragments URI 1.0, 4.2.1). */
export const anchorOf = ({ start }: Pick<Segment, 'start'>): string => `t=${start}`;

/** The segment that is spoken at a time of the recording, or the last one before it. */
export const segmentAt = ({ segments }: Transcript, seconds: number): Segment | undefined =>
  segments.findLast(({ start }) => start <= seconds);

interface Row {
  readonly segment: Segment;
  /** For the script; empty without a player. */
  readonly words: string;
}

interface ShownSegment extends Row {
  readonly names: ReadonlyMap<string, string>;
  readonly corrections: Corrections | undefined;
  /** Of segments that begin at the same time, the first has it. */
  readonly hasAnchor: boolean;
}

function segmentView({ segment, words, names, corrections, hasAnchor }: ShownSegment): Markup {
  const { id, speakerId, start, text } = segment;
  const name = speakerId === null ? undefined : names.get(speakerId);
  const at = timestamp(start);
  const open = corrections?.formOf(segment);
  const said = html`${name === undefined ? '' : html`<span class="speaker">${name}:</span> `}<span class="said"${words === '' ? '' : html` data-words="${words}"`}>${text}</span>${corrections ? html` <a class="correct" href="${corrections.linkTo(segment)}" aria-label="Correct ${at}" data-swaps>Correct</a>` : ''}`;
  return html`<li${hasAnchor ? html` id="${anchorOf(segment)}"` : ''} data-start="${start}"${corrections ? html` data-segment="${id}"` : ''}><a class="time" href="#${anchorOf(segment)}" aria-label="Go to ${at}">${at}</a> ${open ?? said}</li>`;
}

/** For the transcript; the rest of the page has far less. A response is limited to 6 MB, its JSON escapes included. */
const MAX_BYTES = 3_500_000;
const MARKUP_BYTES_PER_SEGMENT = 480;
const ESCAPED = /[&<>"'\\\p{Cc}]/gu;

/** How many segments fit on the page, each with the name of its speaker. */
function fittingCount(rows: readonly Row[], names: ReadonlyMap<string, string>): number {
  let bytes = 0;
  const first = rows.findIndex(({ segment: { text, speakerId }, words }) => {
    bytes += MARKUP_BYTES_PER_SEGMENT + words.length;
    for (const shown of [text, names.get(speakerId ?? '') ?? '']) bytes += markupBytes(shown);
    return bytes > MAX_BYTES;
  });
  return first < 0 ? rows.length : first;
}

const markupBytes = (text: string): number => Buffer.byteLength(text) + 5 * (text.match(ESCAPED)?.length ?? 0);
