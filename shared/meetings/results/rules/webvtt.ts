import type { Segment, Speaker, Transcript } from '#shared/meetings/results/rules/results';
import { type Frame, type Passage, passagesIn } from './vtt-cue-text.ts';
import { millisecondsIn } from './vtt-time.ts';

export interface ParsedWebVtt {
  readonly transcript: Transcript;
  /** Cues whose timing line could not be read, or that end before they start. */
  readonly malformedCues: number;
}

interface Cue extends Frame {
  readonly payload: string;
}

const HEADER = /^\ufeff?WEBVTT(?:[ \t]|$)/;
const LANGUAGE = /^Language:\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\s*$/i;
const NO_CUE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const ARROW = '-->';

/**
 * Parses a WebVTT text: a speaker for each voice in order of first speech (`spk_1` …), a segment for each
 * voice in each cue (`seg_1` …), words where the cue has time stamps of its own. What the text does not state is null:
 * the speaker where there is no voice span, the language without a `Language:` header, confidence always.
 * Undefined when the text is not WebVTT. Never throws, and reads any text in linear time.
 */
export function parseWebVtt(text: string): ParsedWebVtt | undefined {
  const [header = [], ...blocks] = blocksOf(text.replaceAll('\0', '\ufffd'));
  if (!HEADER.test(header[0] ?? '')) return undefined;

  const cues = [header.slice(1), ...blocks].flatMap(cuesIn);
  const sound = cues.filter((cue) => cue !== undefined).sort((a, b) => a.from - b.from);
  return { transcript: transcriptOf(sound, languageIn(header)), malformedCues: cues.length - sound.length };
}

/** Runs of lines between blank lines. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line !== '') blocks.at(-1)?.push(line);
    else if (blocks.at(-1)?.length) blocks.push([]);
  }
  return blocks;
}

/** A line with an arrow begins a cue, also where the blank line before it is missing. */
function cuesIn(block: readonly string[]): (Cue | undefined)[] {
  if (NO_CUE.test(block[0] ?? '')) return [];
  const starts = block.flatMap((line, index) => (line.includes(ARROW) ? [index] : []));
  return starts.map((start, index) => {
    const frame = frameOf(block[start] ?? '');
    return frame && { ...frame, payload: block.slice(start + 1, starts[index + 1]).join('\n') };
  });
}

/** Settings (`align:start position:10%`) place the cue on a screen and say nothing about the speech. */
function frameOf(line: string): Frame | undefined {
  const arrow = line.indexOf(ARROW);
  const from = millisecondsIn(line.slice(0, arrow).trim());
  const [written = ''] = line
    .slice(arrow + ARROW.length)
    .trim()
    .split(/\s/, 1);
  const to = millisecondsIn(written);
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

const languageIn = (header: readonly string[]): string | null =>
  header.map((line) => LANGUAGE.exec(line)?.[1]).find((tag) => tag !== undefined) ?? null;

function transcriptOf(cues: readonly Cue[], language: string | null): Transcript {
  const speakers = new Map<string, Speaker>();
  const segments: Segment[] = [];
  for (const cue of cues) {
    const passages = passagesIn(cue.payload, cue);
    for (const passage of passages) {
      const speakerId = passage.voice === null ? null : speakerNamed(passage.voice, speakers).id;
      const { start, end } = passages.length > 1 ? ownTimes(passage, cue) : secondsOf(cue);
      const { text, words } = passage;
      segments.push({ id: `seg_${segments.length + 1}`, speakerId, start, end, text, confidence: null, words });
    }
  }
  return { language, speakers: [...speakers.values()], segments };
}

function speakerNamed(name: string, speakers: Map<string, Speaker>): Speaker {
  const known = speakers.get(name);
  if (known) return known;
  const speaker = { id: `spk_${speakers.size + 1}`, name };
  speakers.set(name, speaker);
  return speaker;
}

const secondsOf = ({ from, to }: Frame) => ({ start: from / 1000, end: to / 1000 });

/** Where several voices share a cue, the words' times tell them apart; without any, each has the cue's. */
function ownTimes({ words }: Passage, cue: Cue) {
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { start: first.start, end: last.end } : secondsOf(cue);
}
