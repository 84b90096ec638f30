/** The parts of the deployment that requests need. */
export const PARTS = ['table', 'bus', 'keys'] as const;
export type Part = (typeof PARTS)[number];

/** One request to each part, which changes nothing. Rejects where the part fails or refuses. */
export type Probes = Readonly<Record<Part, () => Promise<unknown>>>;
