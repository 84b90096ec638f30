/** A random nine-digit number without a leading zero. The store refuses one that is taken. */
export const workspaceNumber = (randomBytes: (size: number) => Uint8Array): number =>
  100_000_000 + (randomBytes(6).reduce((number, byte) => number * 256 + byte, 0) % 900_000_000);
