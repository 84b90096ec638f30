import { breakCosts } from './break-cost.ts';
import { readingTimeMs } from './cue.ts';
import { labelled, withDash } from './label.ts';
import { layOut, linesOf, measureRun } from './lay-out.ts';
import type { Spoken } from './schedule.ts';
import type { SubtitleStyle } from './style.ts';
import { widthOf } from './text-width.ts';
import { endOf, inOrder, startOf, type Utterance, utterancesOf, type Writing } from './utterances.ts';

/** A cue of one voice, whose lines are still to be laid out, or the cue of two that speak at once. */
export type Shown = { readonly alone: Utterance } | { readonly together: Spoken };

/** Voices that are compared with one, so that a text of thousands at once takes no longer than any other. */
const LOOKS_AHEAD = 8;

/** A label that takes more of a line leaves no room for two voices. */
const LEAST_OF_LINE = 0.5;

/**
 * The cues of utterances, in order: two voices of which one speaks at least half of its time while the other does share a
 * cue, each with a hyphen, where they fit. For that they are divided anew, into cues of half as many lines.
 */
export function shownAtOnce(utterances: readonly Utterance[], writing: Writing): readonly Shown[] {
  if (writing.style.maxLines < 2) return utterances.map((alone) => ({ alone }));
  const atOnce = new Set(utterances.flatMap((one, index) => spokenWith(utterances, index).flatMap((at) => [one, at])));
  const halves = inOrder(utterances.flatMap((one) => (atOnce.has(one) ? inHalves(one, writing) : [one])));
  const taken = new Set<Utterance>();
  return halves.flatMap((one, index): readonly Shown[] => {
    if (taken.has(one)) return [];
    for (const other of spokenWith(halves, index)) {
      const together = taken.has(other) ? undefined : spokenTogether(one, other, writing);
      if (!together) continue;
      taken.add(other);
      return [{ together }];
    }
    return [{ alone: one }];
  });
}

/** The next utterances of other voices that are spoken at once with one. */
function spokenWith(utterances: readonly Utterance[], index: number): readonly Utterance[] {
  const one = utterances[index];
  if (!one) return [];
  return utterances.slice(index + 1, index + 1 + LOOKS_AHEAD).filter((other) => isAtOnce(one, other));
}

function isAtOnce(one: Utterance, other: Utterance): boolean {
  if (one.speakerId === other.speakerId) return false;
  const overlapMs = Math.min(endOf(one), endOf(other)) - Math.max(startOf(one), startOf(other));
  const shorterMs = Math.min(endOf(one) - startOf(one), endOf(other) - startOf(other));
  return overlapMs > 0 && overlapMs * 2 >= shorterMs;
}

/** The style of what one of two voices says. */
const halfOf = (style: SubtitleStyle): SubtitleStyle => ({ ...style, maxLines: Math.floor(style.maxLines / 2) });

function inHalves(utterance: Utterance, writing: Writing): readonly Utterance[] {
  const style = halfOf(writing.style);
  const [first] = utterance.tokens;
  if (!first || linesOfVoice(utterance, writing)) return [utterance];
  const prefix = labelled([first], utterance.speakerId, writing.speakers, writing.style).slice(0, -1);
  const prefixWidth = prefix.reduce((width, { text }) => width + widthOf(text) + 1, 1);
  const maxCharactersPerLine = style.maxCharactersPerLine - prefixWidth;
  if (maxCharactersPerLine < style.maxCharactersPerLine * LEAST_OF_LINE) return [utterance];
  return utterancesOf(utterance, { ...writing, style: { ...style, maxCharactersPerLine } });
}

/** The lines of one of two voices, with its hyphen and its label; undefined where they do not fit. */
function linesOfVoice(
  { speakerId, tokens }: Utterance,
  { style, words, speakers }: Writing,
): readonly string[] | undefined {
  const shown = withDash(labelled(tokens, speakerId, speakers, style), style);
  const layout = layOut(measureRun(shown, breakCosts(shown, words)), 0, halfOf(style))[shown.length - 1];
  const lines = layout && linesOf(shown, layout.lineStarts);
  return lines?.every((line) => widthOf(line) <= style.maxCharactersPerLine) ? lines : undefined;
}

/**
 * Two voices as one cue; undefined where they do not fit into the lines, or cannot be read in the longest time. It has no
 * speaker, since it has two, and no words, since those of two voices are in no order.
 */
function spokenTogether(one: Utterance, other: Utterance, writing: Writing): Spoken | undefined {
  const [upper, lower] = [linesOfVoice(one, writing), linesOfVoice(other, writing)];
  if (!upper || !lower) return undefined;
  const lines = [...upper, ...lower];
  const [startMs, endMs] = [Math.min(startOf(one), startOf(other)), Math.max(endOf(one), endOf(other))];
  const longestMs = Math.max(endMs - startMs, readingTimeMs(lines, writing.style));
  if (longestMs > writing.style.maxDurationMs) return undefined;
  return { startMs, endMs, lines, speakerId: null, words: [] };
}
