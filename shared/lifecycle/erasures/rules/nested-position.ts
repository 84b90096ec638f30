/** A position in a list, and in the list that belongs to the entry after it. */
interface Nested {
  readonly after?: string;
  readonly within?: string;
}

/** The position as the text that a job keeps. */
export const positionOf = (after: string | undefined, within?: string): string =>
  JSON.stringify({ ...(after !== undefined && { after }), ...(within !== undefined && { within }) } satisfies Nested);

/** Where a job goes on; the beginning for a job that has just begun. Reads what `positionOf` wrote. */
export function pageFrom(position: string | undefined): {
  readonly after: string | undefined;
  readonly within: string | undefined;
} {
  const { after, within }: Nested = position === undefined ? {} : JSON.parse(position);
  return { after, within };
}
