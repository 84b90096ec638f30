const TIME = String.raw`(?<time>\d\d:\d\d:\d\d)`;
/** The three forms of RFC 9110; the second and third are obsolete, and still sent. */
const HTTP_DATES = [
  new RegExp(String.raw`^(?:[A-Za-z]{3}, )?(?<day>\d\d?) (?<month>[A-Za-z]{3}) (?<year>\d{4}) ${TIME} (?:GMT|UTC)$`),
  new RegExp(String.raw`^[A-Za-z]+day, (?<day>\d\d)-(?<month>[A-Za-z]{3})-(?<year>\d\d) ${TIME} GMT$`),
  new RegExp(String.raw`^[A-Za-z]{3} (?<month>[A-Za-z]{3}) (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`),
];
/** A year of two digits that is further in the future is one of the past. */
const MOST_YEARS_AHEAD = 50;

/**
 * The milliseconds that `Retry-After` asks to wait, as seconds or as an HTTP date; undefined where it is neither. A date
 * counts from the `Date` of the response: the clock of this machine may differ. `now` is in Unix milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = httpDateMs(value, now);
  if (at === undefined) return undefined;
  return Math.max(at - (httpDateMs(headers.get('date')?.trim() ?? '', now) ?? now), 0);
}

function httpDateMs(text: string, now: number): number | undefined {
  const found = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const { day = '', month = '', year = '', time = '' } = found;
  const at = Date.parse(`${day.trim()} ${month} ${fullYear(year, now)} ${time} GMT`);
  return Number.isNaN(at) ? undefined : at;
}

function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const inThisCentury = 2000 + Number(year);
  return inThisCentury > new Date(now).getUTCFullYear() + MOST_YEARS_AHEAD ? inThisCentury - 100 : inThisCentury;
}
