import type { Transcript } from '#shared/results/rules/results';
import { breakCosts } from './break-cost.ts';
import { withoutFillerPhrases } from './clean-up.ts';
import { type Cue, readingTimeMs } from './cue.ts';
import { divide } from './divide.ts';
import type { LanguageWords } from './languages/language-words.ts';
import { wordsFor } from './languages/words-for.ts';
import { layOut, measureRun } from './lay-out.ts';
import { type Spoken, schedule } from './schedule.ts';
import { type SpeechRun, speechRunsIn } from './speech-runs.ts';
import type { SubtitleStyle } from './style.ts';
import { type Token, textOf, wordsIn } from './token.ts';

/**
 * The subtitles of a transcript, in order of time. Lines, durations and gaps keep the limits of the style; speech that
 * is too fast, words that are wider than a line and speech that is delayed by others are marked, and nothing is left
 * out but what the style leaves out. They end by `audioMs`, the length of the audio, where it has room for all of them.
 */
export function subtitlesOf(transcript: Transcript, style: SubtitleStyle, audioMs?: number): readonly Cue[] {
  const words = wordsFor(transcript.language);
  const runs = speechRunsIn(transcript, style, words);
  const spoken = runs.flatMap((run, index) => {
    const nextStartMs = runs[index + 1]?.tokens[0]?.startMs ?? Number.POSITIVE_INFINITY;
    return spokenIn(run, nextStartMs, style, words);
  });
  return schedule(spoken, style, audioMs);
}

function spokenIn(
  { speakerId, tokens }: SpeechRun,
  nextStartMs: number,
  style: SubtitleStyle,
  words: LanguageWords,
): readonly Spoken[] {
  const parts = divide(measureRun(tokens, breakCosts(tokens, words)), nextStartMs, style);
  return parts.map(({ from, to, lineStarts }) => {
    const shown = tokens.slice(from, to);
    const [startMs, endMs] = [shown[0]?.startMs ?? 0, shown.at(-1)?.endMs ?? 0];
    const lines = linesOf(
      shown,
      lineStarts.map((start) => start - from),
    );
    const untilMs = (tokens[to]?.startMs ?? nextStartMs) - style.minGapMs;
    const isTooFast = startMs + readingTimeMs(lines, style) > untilMs;
    const readable = isTooFast && !style.isVerbatim ? shorter(shown, style, words) : undefined;
    return { startMs, endMs, speakerId, ...(readable ?? { lines, words: wordsIn(shown) }) };
  });
}

/** The lines without filler phrases. */
function shorter(
  tokens: readonly Token[],
  style: SubtitleStyle,
  words: LanguageWords,
): Pick<Cue, 'lines' | 'words'> | undefined {
  const kept = withoutFillerPhrases(tokens, words);
  const layout = layOut(measureRun(kept, breakCosts(kept, words)), 0, style)[kept.length - 1];
  return layout && { lines: linesOf(kept, layout.lineStarts), words: wordsIn(kept) };
}

const linesOf = (tokens: readonly Token[], lineStarts: readonly number[]): readonly string[] =>
  lineStarts.map((start, line) => textOf(tokens.slice(start, lineStarts[line + 1])));
