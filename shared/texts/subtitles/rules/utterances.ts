import type { Speaker } from '#shared/meetings/results/rules/results';
import { breakCosts } from './break-cost.ts';
import { divide } from './divide.ts';
import { labelled } from './label.ts';
import type { LanguageWords } from './languages/language-words.ts';
import { measureRun } from './lay-out.ts';
import type { SpeechRun } from './speech-runs.ts';
import type { SubtitleStyle } from './style.ts';
import type { Token } from './token.ts';

/** What one voice says in a cue. */
export interface Utterance {
  readonly speakerId: string | null;
  /** Without a label. At least one. */
  readonly tokens: readonly Token[];
  /** When the voice goes on, or the next begins after it: it can be shown until the gap before. */
  readonly nextStartMs: number;
}

/** How subtitles of a transcript are written. */
export interface Writing {
  readonly style: SubtitleStyle;
  readonly words: LanguageWords;
  readonly speakers: readonly Speaker[];
}

/** All runs as utterances, in order of their start. The first of a turn has room for its label. */
export function utterancesIn(runs: readonly SpeechRun[], writing: Writing): readonly Utterance[] {
  const starts = runs.map(({ tokens }) => startOf({ tokens })).sort((a, b) => a - b);
  const divided = runs.flatMap(({ speakerId, tokens, startsTurn }) => {
    const utterance = { speakerId, tokens, nextStartMs: firstFrom(starts, endOf({ tokens })) };
    return utterancesOf(utterance, writing, startsTurn);
  });
  return inOrder(divided);
}

/** What is too long for a cue as several. */
export function utterancesOf(
  { speakerId, tokens, nextStartMs }: Utterance,
  { style, words, speakers }: Writing,
  isLabelled = false,
): readonly Utterance[] {
  const shown = isLabelled ? labelled(tokens, speakerId, speakers, style) : tokens;
  const labels = shown.length - tokens.length;
  return divide(measureRun(shown, breakCosts(shown, words)), nextStartMs, style)
    .map(({ from, to }) => ({
      speakerId,
      tokens: tokens.slice(Math.max(0, from - labels), Math.max(0, to - labels)),
      nextStartMs: shown[to]?.startMs ?? nextStartMs,
    }))
    .filter((one) => one.tokens.length > 0);
}

/** When its first word is spoken. */
export const startOf = ({ tokens }: Pick<Utterance, 'tokens'>): number => tokens[0]?.startMs ?? 0;

/** When its last word has been spoken. */
export const endOf = ({ tokens }: Pick<Utterance, 'tokens'>): number =>
  tokens.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

export const inOrder = (utterances: readonly Utterance[]): readonly Utterance[] =>
  [...utterances].sort((a, b) => startOf(a) - startOf(b));

/** The first of ascending times that is not before `fromMs`; infinite where there is none. */
function firstFrom(times: readonly number[], fromMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < fromMs) low = middle + 1;
    else high = middle;
  }
  return times[low] ?? Number.POSITIVE_INFINITY;
}
