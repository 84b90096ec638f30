import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Text of one direction. */
export interface DirectedRun {
  /** In logical order, with brackets that look the other way where it runs from right to left. */
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** A paragraph with the level of each UTF-16 unit, by the Unicode Bidirectional Algorithm (UAX 9). */
export interface LeveledText {
  readonly text: string;
  readonly isRightToLeft: boolean;
  readonly levels: Uint8Array;
}

export const leveled = (text: string, isRightToLeft: boolean): LeveledText => ({
  text,
  isRightToLeft,
  levels: bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr').levels,
});

/** The runs of a line, which is a part of a paragraph, as they stand from left to right. Rules L1 to L4 of UAX 9. */
export function visualRuns(
  { text, isRightToLeft, levels }: LeveledText,
  from: number,
  to: number,
): readonly DirectedRun[] {
  const end = from + text.slice(from, to).trimEnd().length;
  const mirrored = bidi.getMirroredCharactersMap(text, levels, from, to - 1);
  const runs: { level: number; text: string }[] = [];
  for (let index = from; index < to; index += 1) {
    const level = index < end ? (levels[index] ?? 0) : Number(isRightToLeft);
    const last = runs.at(-1);
    const character = mirrored.get(index) ?? text.charAt(index);
    if (last?.level === level) last.text += character;
    else runs.push({ level, text: character });
  }
  return reordered(runs).map((run) => ({ text: run.text, isRightToLeft: run.level % 2 === 1 }));
}

/** L2: from the highest level down, what is at a level or above it is turned around. */
function reordered<Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] {
  let ordered = [...runs];
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) ordered = turnedAround(ordered, (run) => run.level >= level);
  return ordered;
}

/** Linear, since a text may have thousands of runs: every mark of a direction can be one. */
function turnedAround<Run>(runs: readonly Run[], isTurned: (run: Run) => boolean): Run[] {
  const ordered = [...runs];
  for (let from = 0; from < ordered.length; from += 1) {
    let to = from;
    for (let run = ordered[to]; run && isTurned(run); run = ordered[to]) to += 1;
    if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
    from = to;
  }
  return ordered;
}
