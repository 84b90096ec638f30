/**
 * An answer has its words twice, as text and as structured content: both together stay below 50 KB, with what frames them.
 */
export const MOST_BYTES = 20_000;

/** The bytes that a value takes in a response. */
export const weightOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The beginning of a text that fits, which may be all of it. */
export function cut(text: string, most = MOST_BYTES): string {
  const weight = weightOf(text);
  if (weight <= most) return text;
  const shorter = text.slice(0, Math.floor((text.length * most) / weight)).replace(/[\uD800-\uDBFF]$/, '');
  return cut(shorter, most);
}

/** The first of these that fit. */
export function fitting<Item>(items: readonly Item[], most = MOST_BYTES): readonly Item[] {
  let weight = 0;
  const end = items.findIndex((item) => {
    weight += weightOf(item);
    return weight > most;
  });
  return end < 0 ? items : items.slice(0, end);
}
