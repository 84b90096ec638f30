const TIME = /^(?:(\d{2,5}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/;

/** Milliseconds; undefined when the text is no time stamp. The comma is SubRip's, which many writers use. */
export function millisecondsIn(stamp: string): number | undefined {
  const parts = TIME.exec(stamp);
  if (!parts) return undefined;
  const [, hours = '0', minutes, seconds, milliseconds] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}

/** `01:02:03.004`, always with hours. Seconds are rounded to the millisecond. */
export function stampOf(seconds: number, decimalSign: '.' | ',' = '.'): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000));
  const wholeSeconds = Math.floor(milliseconds / 1000);
  const clock = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60];
  const padded = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return `${padded}${decimalSign}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** `01:02:03`: the stamp without its fraction. */
export const clockOf = (seconds: number): string => stampOf(seconds).slice(0, -'.000'.length);
