import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { localTimeInZone } from '#shared/calendars/requests/time-in-zone';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';

/**
 * The time zone that a name stands for by itself, as an IANA name or an offset: an IANA name in any case, a Windows
 * name, or a fixed offset such as `GMT+0200`. Undefined for every other name.
 */
export function plainZone(name: string): string | undefined {
  const words = name.trim();
  return ianaZone(words) ?? windowsZone(words) ?? fixedOffset(words);
}

/**
 * The time zone that a name most likely means: behind a prefix (`/example.org/Europe/Berlin`), with a number behind it
 * (`W. Europe Standard Time 1`), or as people are shown it (`(UTC+01:00) Amsterdam, Berlin`, `Eastern Time (US & Canada)`).
 */
export function likelyZone(name: string): string | undefined {
  const whole = plainZone(name) ?? OLDER_NAMES.get(lower(name.trim()));
  if (whole) return whole;
  const words = name
    .trim()
    .replace(/(?<=\S)\s?\([^()]*\)$/, '')
    .replace(/[ _-]\d{1,3}$/, '');
  return (
    plainZone(words) ??
    plainZone(words.replace('-', '/')) ??
    leadingOffset(words) ??
    behindPrefix(words) ??
    displayed(name.trim())
  );
}

/** Names of Exchange, Lotus Notes and Windows before Vista that CLDR does not have, without regard to case. */
const OLDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['western/central europe', 'Europe/Berlin'],
  ['universal coordinated time', 'UTC'],
  ['west central africa', 'Africa/Lagos'],
  ['cape verde is.', 'Atlantic/Cape_Verde'],
  ['mid-atlantic', 'America/Noronha'],
  ['brasilia', 'America/Sao_Paulo'],
  ['indiana (east)', 'America/Indiana/Indianapolis'],
  ['armenian', 'Asia/Yerevan'],
  ['azerbijan', 'Asia/Baku'],
  ['mexico', 'America/Mexico_City'],
  ['mexico standard time', 'America/Mexico_City'],
  ['mexico standard time 2', 'America/Chihuahua'],
]);

/** A zone has one name in the names of IANA, whatever its case; blanks stand for underscores. */
function ianaZone(name: string): string | undefined {
  const written = name.replaceAll(' ', '_');
  if (!/^[A-Za-z][\w/+-]{1,60}$/.test(written)) return undefined;
  // Abbreviations that the runtime knows for the sake of old programs, and which mean several zones.
  if (!written.includes('/') && !SHORT_NAMES.test(written)) return undefined;
  return known(written);
}

/** Names of the IANA database without a region. */
const SHORT_NAMES =
  /^(?:utc|uct|gmt[+-]?0?|zulu|universal|greenwich|cet|eet|met|wet|est|mst|hst|[ecmp]st\d[ecmp]dt|cuba|egypt|eire|gb|gb-eire|hongkong|iceland|iran|israel|jamaica|japan|kwajalein|libya|navajo|nz|nz-chat|poland|portugal|prc|roc|rok|singapore|turkey|w-su)$/i;

function known(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** In any case. Daylight names are those of the same zone. */
function windowsZone(name: string): string | undefined {
  const zone = WINDOWS_ZONES.get(lower(name));
  return zone && known(zone);
}

const lower = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/ (?:daylight|summer) time/, ' standard time');

/** Of CLDR's names, the zone for the whole world (territory 001). */
const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(({ windowsName, iana: [zone] }) =>
    zone ? [[lower(windowsName), zone] as const] : [],
  ),
);

/** `Z`, `GMT+0200`, `UTC-5`, `+05:30`. */
function fixedOffset(name: string): string | undefined {
  if (/^Z$/i.test(name)) return 'UTC';
  const [, sign, hours = '', minutes = '00'] =
    /^(?:(?:GMT|UTC)\s?)?([+-−])(\d{1,2})(?:[:.]?(\d{2}))?$/iu.exec(name) ?? [];
  if (!sign) return undefined;
  return known(`${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`);
}

/** The longest IANA name behind a slash: `/mozilla.org/20050126_1/America/New_York`. */
function behindPrefix(name: string): string | undefined {
  const parts = name.split('/').slice(-MOST_PARTS);
  for (let from = 1; from < parts.length; from += 1) {
    const zone = plainZone(parts.slice(from).join('/'));
    if (zone) return zone;
  }
  return undefined;
}

const MOST_PARTS = 6;

/** `GMT +0100 (Standard) / GMT +0200 (Daylight)`. */
const leadingOffset = (name: string): string | undefined =>
  fixedOffset(/^(?:GMT|UTC)\s?[+-]\d{1,2}:?\d{0,2}(?=\s)/i.exec(name)?.[0] ?? '');

/**
 * As programs show a zone to people: an offset in parentheses, and cities or the name of a zone. A city counts where its
 * zone has that offset for standard time; where none has, the offset itself.
 */
function displayed(name: string): string | undefined {
  const [, offset, rest = ''] = /^\((?:UTC|GMT)\s?([+-−]?[\d:.]{0,6})\)\s*(.*)$/iu.exec(name) ?? [
    undefined,
    undefined,
    name,
  ];
  const places = rest
    .split(',')
    .map((place) => place.trim())
    .slice(0, MOST_PLACES);
  const zones = places.flatMap((place) => placeZone(place) ?? []);
  if (offset === undefined) return zones[0];
  const fixed = offset === '' ? 'UTC' : fixedOffset(offset);
  return zones.find((zone) => standardOffset(zone) === (fixed && standardOffset(fixed))) ?? fixed;
}

const MOST_PLACES = 8;

/** `Berlin`, `Mexico City`, `Eastern Time (US & Canada)`, `W. Europe`, `PDT`. */
function placeZone(place: string): string | undefined {
  const [words = ''] = place.split('(');
  const standard = `${words.trim().replace(/ time$/i, '')} Standard Time`;
  const zone = windowsZone(standard) ?? ABBREVIATIONS[words.trim().toUpperCase()];
  if (zone) return zone;
  const city = words.trim().replaceAll(' ', '_');
  return /^\p{L}[\p{L}_.'-]{2,40}$/u.test(city)
    ? REGIONS.map((region) => known(`${region}/${city}`)).find(Boolean)
    : undefined;
}

const REGIONS = [
  ...['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'],
  ...['US', 'Canada', 'America/Argentina', 'Brazil', 'Mexico'],
];

/** Those that mean one zone in the files of calendar programs. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ...{ EDT: 'America/New_York', CDT: 'America/Chicago', MDT: 'America/Denver' },
  ...{ PST: 'America/Los_Angeles', PDT: 'America/Los_Angeles' },
  ...{ CEST: 'Europe/Berlin', EEST: 'Europe/Athens', WEST: 'Europe/Lisbon', BST: 'Europe/London' },
  ...{
    JST: 'Asia/Tokyo',
    AEST: 'Australia/Sydney',
    AEDT: 'Australia/Sydney',
    NZST: 'Pacific/Auckland',
    NZDT: 'Pacific/Auckland',
  },
};

/** Minutes: the lesser one of January and July, since zones move their clocks ahead in summer. */
function standardOffset(timeZone: string): number {
  const year = 2025;
  return Math.min(offsetAt(timeZone, Date.UTC(year, 0, 1)), offsetAt(timeZone, Date.UTC(year, 6, 1)));
}

function offsetAt(timeZone: string, at: number): number {
  const local = localTimeInZone(at as Instant, timeZone);
  return local === undefined ? Number.NaN : (Date.parse(`${local}Z`) - at) / MINUTE_MS;
}
