/** Descriptions by name. */
export type Words = Readonly<Record<string, string>>;
