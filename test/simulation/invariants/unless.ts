/** The promise that does not hold, in a sentence; nothing where it does. */
export const unless = (holds: boolean, violation: string): readonly string[] => (holds ? [] : [violation]);
