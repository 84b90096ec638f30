import type { Speaker } from '#shared/meetings/results/rules/results';
import type { SubtitleStyle } from './style.ts';
import type { Token } from './token.ts';

/**
 * The first words of a turn with who speaks, by the style: `Ada:`, `AL:`, a hyphen without a space, or with `sdh`
 * `[Ada]`. A speaker without a name has a number. An unknown speaker has none but the hyphen.
 */
export function labelled(
  tokens: readonly Token[],
  speakerId: string | null,
  speakers: readonly Speaker[],
  style: SubtitleStyle,
): readonly Token[] {
  const [first, ...rest] = tokens;
  if (!first) return tokens;
  if (style.speakerId === 'dash') return dashed(tokens);
  const label = labelOf(speakerId, speakers, style);
  const words = label.split(/\s+/).filter((word) => word !== '');
  return [
    ...words.map((text) => ({ ...first, text, endMs: first.startMs, isGlued: false, confidence: null })),
    ...(words.length > 0 ? [{ ...first, isGlued: false }, ...rest] : tokens),
  ];
}

/** What one of two voices says in a cue, with its hyphen; a style with hyphens has it already. */
export const withDash = (tokens: readonly Token[], style: SubtitleStyle): readonly Token[] =>
  style.speakerId === 'dash' ? tokens : dashed(tokens);

const dashed = ([first, ...rest]: readonly Token[]): readonly Token[] =>
  first ? [{ ...first, text: `-${first.text}` }, ...rest] : [];

function labelOf(speakerId: string | null, speakers: readonly Speaker[], style: SubtitleStyle): string {
  const index = speakers.findIndex(({ id }) => id === speakerId);
  if (index < 0 || (style.speakerId === 'none' && !style.sdh)) return '';
  const name = speakers[index]?.name?.trim() || `Speaker ${index + 1}`;
  const shown = style.speakerId === 'initials' ? initialsOf(name) : name;
  return style.sdh ? `[${shown}]` : `${shown}:`;
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
