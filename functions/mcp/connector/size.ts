/**
 * A result carries its content twice, as text and as structured content; with the JSON around them both stay below 50 KB.
 */
export const MOST_BYTES = 20_000;

/** The bytes that a value takes in a response. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The beginning of a text that fits, which may be all of it. */
export function truncated(text: string, most = MOST_BYTES): string {
  const weight = jsonBytes(text);
  if (weight <= most) return text;
  const shorter = text.slice(0, Math.floor((text.length * most) / weight)).replace(/[\uD800-\uDBFF]$/, '');
  return truncated(shorter, most);
}

/** The first of these that fit together. */
export function firstThatFit<Item>(items: readonly Item[], most = MOST_BYTES): readonly Item[] {
  let weight = 0;
  const end = items.findIndex((item) => {
    weight += jsonBytes(item);
    return weight > most;
  });
  return end < 0 ? items : items.slice(0, end);
}
