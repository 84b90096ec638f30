/** What stands among the ids that a page had for all occurrences of a series. */
export const seriesMark = (seriesId: string): string => `series ${seriesId}`;
