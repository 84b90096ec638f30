/** Part of a list, and where the next part begins; the position means something to the store alone. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: string | undefined;
  /**
   * Whether who asks may see the list, where that is not known yet. Its rows are read only then: refusing a list costs
   * the same reads whether there is anything in it or not.
   */
  readonly admitted?: Promise<boolean>;
}
