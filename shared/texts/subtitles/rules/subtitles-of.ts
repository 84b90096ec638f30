import type { Transcript } from '#shared/meetings/results/rules/results';
import { type Shown, shownAtOnce } from './at-once.ts';
import { breakCosts } from './break-cost.ts';
import { withoutFillerPhrases } from './clean-up.ts';
import { type Cue, readingTimeMs } from './cue.ts';
import { divide, type Part } from './divide.ts';
import { labelled } from './label.ts';
import { wordsFor } from './languages/words-for.ts';
import { layOut, linesOf, measureRun } from './lay-out.ts';
import { type Spoken, schedule } from './schedule.ts';
import { speechRunsIn } from './speech-runs.ts';
import type { SubtitleStyle } from './style.ts';
import { type Token, wordsIn } from './token.ts';
import { type Utterance, utterancesIn, type Writing } from './utterances.ts';

/**
 * The subtitles of a transcript, in order of time. Lines, durations and gaps keep the limits of the style; speech that
 * is too fast, words that are wider than a line and speech that is delayed by others are marked, and nothing is left
 * out but what the style leaves out. They end with the media, `lengthSeconds`, where it has room for all of them, or with
 * the last segment where that ends later; null where the length is not known.
 */
export function subtitlesOf(
  transcript: Transcript,
  style: SubtitleStyle,
  lengthSeconds: number | null,
): readonly Cue[] {
  const writing = { style, words: wordsFor(transcript.language), speakers: transcript.speakers };
  const runs = speechRunsIn(transcript, style, writing.words);
  const shown = shownAtOnce(utterancesIn(runs, writing), writing);
  return schedule(spokenIn(shown, writing), style, mediaMsOf(transcript, lengthSeconds));
}

/** Recognized segments may end a moment after the media. */
function mediaMsOf({ segments }: Transcript, lengthSeconds: number | null): number {
  if (lengthSeconds === null) return Number.POSITIVE_INFINITY;
  return Math.floor(segments.reduce((latest, { end }) => Math.max(latest, end), lengthSeconds) * 1000);
}

/** Cues with their text. One has a label where the cue before it is not of its speaker alone. */
const spokenIn = (shown: readonly Shown[], writing: Writing): readonly Spoken[] =>
  shown.flatMap((cue, index) => {
    if ('together' in cue) return cue.together;
    const before = shown[index - 1];
    const goesOn = before && 'alone' in before && before.alone.speakerId === cue.alone.speakerId;
    return spokenAlone(cue.alone, writing, !goesOn);
  });

/** A cue; a further one where its label makes it too long. */
function spokenAlone(
  { speakerId, tokens, nextStartMs }: Utterance,
  writing: Writing,
  isLabelled: boolean,
): readonly Spoken[] {
  const { style, speakers } = writing;
  const shown = isLabelled ? labelled(tokens, speakerId, speakers, style) : tokens;
  return partsOf(shown, nextStartMs, writing).map(({ from, to, lineStarts }) => {
    const part = shown.slice(from, to);
    const [startMs, endMs] = [part[0]?.startMs ?? 0, part.at(-1)?.endMs ?? 0];
    const starts = lineStarts.map((start) => start - from);
    const lines = linesOf(part, starts);
    const untilMs = (shown[to]?.startMs ?? nextStartMs) - style.minGapMs;
    const isTooFast = startMs + readingTimeMs(lines, style) > untilMs;
    const readable = isTooFast && !style.isVerbatim ? shorter(part, writing) : undefined;
    return { startMs, endMs, speakerId, ...(readable ?? { lines, words: wordsIn(part) }) };
  });
}

/** The lines of one cue where they fit. */
function partsOf(
  tokens: readonly Token[],
  nextStartMs: number,
  { style, words }: Writing,
): readonly Pick<Part, 'from' | 'to' | 'lineStarts'>[] {
  const run = measureRun(tokens, breakCosts(tokens, words));
  const whole = layOut(run, 0, style)[tokens.length - 1];
  return whole ? [{ ...whole, from: 0, to: tokens.length }] : divide(run, nextStartMs, style);
}

/** The lines without filler phrases. */
function shorter(tokens: readonly Token[], { style, words }: Writing): Pick<Cue, 'lines' | 'words'> | undefined {
  const kept = withoutFillerPhrases(tokens, words);
  const layout = layOut(measureRun(kept, breakCosts(kept, words)), 0, style)[kept.length - 1];
  return layout && { lines: linesOf(kept, layout.lineStarts), words: wordsIn(kept) };
}
