import { asciiDigits } from '#shared/translation/rules/mask-terms';

/** `10:30`, `5 pm`, `14h30`, `14 Uhr`, `14時30分`; hours and minutes stand in the groups. */
const CLOCK =
  /(?<![\d.,:])(?<h>\d{1,2})(?:(?::(?<m>[0-5]\d)(?![\d:]))?\s?(?<half>[ap])\.?\s?m\b\.?|:(?<m2>[0-5]\d)(?![\d:])|\s?h\s?(?<m3>[0-5]\d)\b|(?:[.:](?<m4>[0-5]\d))?\s?Uhr\b|[時时點点](?:(?<m5>[0-5]\d)分)?)/giu;

/** What a translation may write besides: `10.30` and an hour alone. */
const POINTED = /(?<![\d.,:])(?<h>\d{1,2})[.．](?<m>[0-5]\d)(?![\d.,])/gu;
const HOUR = /(?<![\d.,:])(?<h>\d{1,2})(?![\d:]|[.,]\d)/gu;

interface ClockTime {
  readonly text: string;
  /** Hours of the day that it may be: `5:30` is in the morning or in the afternoon. */
  readonly hours: readonly number[];
  readonly minute: number;
}

/** The clock times of the source that the translation lacks, and both texts without the times that they share. */
export interface ComparedTimes {
  readonly missing: readonly string[];
  readonly source: string;
  readonly translation: string;
}

/** Compares clock times by what they mean: `5:30 pm` is `17.30 Uhr`. */
export function missingTimes(source: string, translation: string): ComparedTimes {
  const [wanted, found] = [source, translation].map((text) => asciiDigits(text)) as [string, string];
  const missing: string[] = [];
  let [restOfSource, rest] = [wanted, found];
  for (const time of timesIn(wanted, CLOCK)) {
    restOfSource = restOfSource.replace(time.text, ' ');
    const same = [CLOCK, POINTED, HOUR].flatMap((form) => timesIn(rest, form)).find((one) => isSameTime(one, time));
    if (same) rest = rest.replace(same.text, ' ');
    else missing.push(time.text.trim());
  }
  return { missing, source: restOfSource, translation: rest };
}

function timesIn(text: string, form: RegExp): readonly ClockTime[] {
  return [...text.matchAll(form)].flatMap(({ 0: written, groups = {} }) => {
    const hour = Number(groups['h']);
    const minute = groups['m'] ?? groups['m2'] ?? groups['m3'] ?? groups['m4'] ?? groups['m5'] ?? '0';
    return hour > 24 ? [] : [{ text: written, hours: hoursOf(hour, groups['half']), minute: Number(minute) }];
  });
}

function hoursOf(hour: number, half: string | undefined): readonly number[] {
  if (half !== undefined) return [(hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)];
  return hour === 0 || hour > 12 ? [hour % 24] : [hour, (hour + 12) % 24];
}

const isSameTime = (one: ClockTime, other: ClockTime): boolean =>
  one.minute === other.minute && one.hours.some((hour) => other.hours.includes(hour));
