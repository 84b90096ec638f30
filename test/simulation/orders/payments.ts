import type { FileStorage } from '#shared/foundation/files/ports';
import type { TranslationRequest } from '#shared/texts/translation/ports';

/** What the engine was paid for, by operation and slice. */
export function payments(broken: string[]) {
  const paid = new Map<string, number>();
  const stored = new Set<string>();
  const deaths = new Map<string, number>();

  /** Notes each slice that is stored. */
  const noting = (files: FileStorage, subject: string): FileStorage => ({
    ...files,
    async put(key, bytes, type) {
      await files.put(key, bytes, type);
      const [, number] = key.match(/\/slices\/(\d+)/) ?? [];
      if (number !== undefined) stored.add(`${subject} seg_${Number(number) + 1}`);
    },
  });

  const pay = (subject: string, { segments }: TranslationRequest): void => {
    const slice = `${subject} ${segments[0]?.id}`;
    if (stored.has(slice)) broken.push('O2: a slice that is stored was paid again');
    const times = count(paid, slice);
    if (times > 1 + (deaths.get(subject) ?? 0)) broken.push(`O2: a slice was paid ${times} times`);
  };

  return { noting, pay, died: (subject: string): void => void count(deaths, subject) };
}

function count(counts: Map<string, number>, name: string): number {
  const times = (counts.get(name) ?? 0) + 1;
  counts.set(name, times);
  return times;
}
