/** Descriptions by name. */
export type Descriptions = Readonly<Record<string, string>>;
