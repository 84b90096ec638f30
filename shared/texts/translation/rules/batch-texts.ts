import { bytesOf } from '#shared/texts/translation/rules/split-text';

/** Consecutive texts for one request: at most so many, and so many bytes with one between two. A longer text is alone. */
export function batchTexts<Item extends { readonly text: string }>(
  items: readonly Item[],
  limits: { readonly bytes: number; readonly texts: number },
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const length = bytesOf(item.text) + 1;
    const batch = batches.at(-1);
    if (batch && batch.length < limits.texts && size + length <= limits.bytes + 1) {
      batch.push(item);
      size += length;
    } else {
      batches.push([item]);
      size = length;
    }
  }
  return batches;
}
