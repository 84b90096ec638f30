import type { Passage } from './passages.ts';

/** What one speaker said until another spoke. */
export interface Turn {
  /** What stands above it: null where no speaker is shown in the whole text. */
  readonly heading: string | null;
  readonly passages: readonly Passage[];
}

const UNKNOWN = 'Unknown speaker';

/** Passages under headings that name their speakers, for documents. */
export function turnsOf(passages: readonly Passage[]): readonly Turn[] {
  const namesSome = passages.some(({ speaker }) => speaker !== null);
  const turns: { heading: string | null; passages: Passage[] }[] = [];
  for (const passage of passages) {
    const heading = namesSome ? (passage.speaker ?? UNKNOWN) : null;
    const last = turns.at(-1);
    if (last?.heading === heading) last.passages.push(passage);
    else turns.push({ heading, passages: [passage] });
  }
  return turns;
}
