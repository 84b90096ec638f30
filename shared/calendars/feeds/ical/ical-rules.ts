import { icalTime } from '#shared/calendars/feeds/ical/ical-times';

/**
 * A rule as RFC 5545 writes it: in capitals, without blanks, empty parts and trailing commas, and with an UNTIL of its
 * form. Empty where there is nothing in it.
 */
export const mendedRule = (value: string): string =>
  value
    .replace(/^\s*RRULE\s*:/i, '')
    .toUpperCase()
    .split(';')
    .flatMap((part) => mendedPart(part.replace(/\s/g, '')))
    .join(';');

function mendedPart(part: string): string | readonly [] {
  const [name = '', ...rest] = part.split('=');
  const value = rest.join('=').split(',').filter(Boolean).join(',');
  if (part === '' || name.startsWith('X-') || (part.includes('=') && value === '')) return [];
  if (name === 'UNTIL') return `UNTIL=${untilIn(value)}`;
  // They say what is so anyway (RFC 7529).
  if (part === 'RSCALE=GREGORIAN' || part === 'SKIP=OMIT') return [];
  return value === '' ? part : `${name}=${value}`;
}

function untilIn(value: string): string {
  const until = icalTime(value);
  if (!until) return value;
  const day = until.day.replaceAll('-', '');
  return until.time === null ? day : `${day}T${until.time.replaceAll(':', '')}${until.isUtc ? 'Z' : ''}`;
}
