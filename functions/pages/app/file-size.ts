/** A size in decimal units: `1.7 MB`, `255 KB`. */
export const fileSize = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.round(bytes / 100_000) / 10} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`;
