/** Part of a list, and where the next part begins; the position means something to the store alone. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: string | undefined;
}
