import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { cleanUp } from './clean-up.ts';
import { withCapitals } from './grammar.ts';
import { isBreakForbidden } from './kinsoku.ts';
import type { LanguageWords } from './languages/language-words.ts';
import type { SubtitleStyle } from './style.ts';
import { timedWords } from './timed-words.ts';
import type { Token } from './token.ts';

/** What one speaker says without a long silence. At least one token. */
export interface SpeechRun {
  readonly speakerId: string | null;
  readonly tokens: readonly Token[];
  /** Another speaker spoke before. */
  readonly startsTurn: boolean;
}

type Spoken = Omit<SpeechRun, 'startsTurn'>;

/** A silence this long ends a subtitle, as in the guide of Netflix for English. */
const LONG_SILENCE_MS = 2000;

/**
 * What is shown of a transcript, by speaker and silence, in order of its start. A turn begins where the speaker
 * changes.
 */
export function speechRunsIn(
  { segments, language }: Transcript,
  style: SubtitleStyle,
  words: LanguageWords,
): readonly SpeechRun[] {
  const inOrder = [...segments].sort((a, b) => a.start - b.start);
  const shown = joined(inOrder.map(spokenIn))
    .flatMap(splitAtSilence)
    .map((run) => ({ ...run, tokens: cleanUp(run.tokens, style, words) }))
    .filter(({ tokens }) => tokens.length > 0);
  return shown.map(({ speakerId, tokens }, index) => {
    const startsTurn = shown[index - 1]?.speakerId !== speakerId || index === 0;
    const written = style.fixGrammar ? withCapitals(tokens, { language, words, startsTurn }) : tokens;
    return { speakerId, tokens: written, startsTurn };
  });
}

const spokenIn = (segment: Segment): Spoken => ({ speakerId: segment.speakerId, tokens: timedWords(segment) });

/** Segments of one speaker that follow each other are one text. */
function joined(runs: readonly Spoken[]): readonly Spoken[] {
  const longer: { speakerId: string | null; tokens: Token[] }[] = [];
  for (const { speakerId, tokens } of runs) {
    const last = longer.at(-1);
    const reached = last?.tokens.at(-1)?.startMs ?? 0;
    const [first] = tokens;
    if (!first) continue;
    if (last?.speakerId === speakerId && reached <= first.startMs) for (const token of tokens) last.tokens.push(token);
    else longer.push({ speakerId, tokens: [...tokens] });
  }
  return longer;
}

function splitAtSilence({ speakerId, tokens }: Spoken): readonly Spoken[] {
  const parts: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before && token.startMs - before.endMs >= LONG_SILENCE_MS && !isBreakForbidden(before, token)) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts.map((part) => ({ speakerId, tokens: part }));
}
