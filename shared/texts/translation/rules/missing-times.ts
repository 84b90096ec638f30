import { asciiDigits } from '#shared/texts/translation/rules/mask-terms';

/** `10:30`, `5 pm`, `14h30`, `14 Uhr`, `14時30分`; hours and minutes stand in the groups. */
const CLOCK =
  /(?<![\d.,:])(?<h>\d{1,2})(?:(?::(?<m>[0-5]\d)(?![\d:]))?\s?(?<half>[ap])\.?\s?m\b\.?|:(?<m2>[0-5]\d)(?![\d:])|\s?h\s?(?<m3>[0-5]\d)\b|(?:[.:](?<m4>[0-5]\d))?\s?Uhr\b|[時时點点](?:(?<m5>[0-5]\d)分)?)/giu;

/** What a translation may write besides: `10.30` and an hour alone. */
const POINTED = /(?<![\d.,:])(?<h>\d{1,2})[.．](?<m>[0-5]\d)(?![\d.,])/gu;
const HOUR = /(?<![\d.,:])(?<h>\d{1,2})(?![\d:]|[.,]\d)/gu;

/** A time at its place in a text. */
interface ClockTime {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Minutes of the day that it may be: `5:30` is in the morning or in the afternoon. */
  readonly minutes: readonly number[];
}

/** The clock times of the source that the translation lacks, and both texts without the times that they share. */
export interface ComparedTimes {
  readonly missing: readonly string[];
  readonly source: string;
  readonly translation: string;
}

/** Compares clock times by what they mean: `5:30 pm` is `17.30 Uhr`. Takes linear time. */
export function missingTimes(source: string, translation: string): ComparedTimes {
  const [wanted, found] = [source, translation].map((text) => asciiDigits(text)) as [string, string];
  const times = timesIn(wanted, CLOCK);
  const same = sameTimes(
    times,
    [CLOCK, POINTED, HOUR].flatMap((form) => timesIn(found, form)),
  );
  return {
    missing: times.filter((_, nth) => same[nth] === undefined).map(({ text }) => text.trim()),
    source: without(wanted, times),
    translation: without(
      found,
      same.flatMap((time) => time ?? []),
    ),
  };
}

interface Candidate {
  readonly minute: number;
  readonly rank: number;
  readonly time: ClockTime;
}

/** For each time the first of the written ones that is the same, each of which is taken once; undefined where none is left. */
function sameTimes(times: readonly ClockTime[], written: readonly ClockTime[]): readonly (ClockTime | undefined)[] {
  const candidates = written.flatMap((time, rank) => time.minutes.map((minute): Candidate => ({ minute, rank, time })));
  // The last of a minute is its first in the text, which is taken off at once.
  const left = Map.groupBy(candidates.toReversed(), ({ minute }) => minute);
  const taken = new Set<number>();
  const isTaken = ({ time }: Candidate): boolean => placesOf(time).some((place) => taken.has(place));
  const firstAt = (minute: number): Candidate | undefined => {
    const some = left.get(minute) ?? [];
    for (let next = some.at(-1); next && isTaken(next); next = some.at(-1)) some.pop();
    return some.at(-1);
  };
  return times.map(({ minutes }) => {
    const [first] = minutes.flatMap((minute) => firstAt(minute) ?? []).toSorted((one, other) => one.rank - other.rank);
    for (const place of first ? placesOf(first.time) : []) taken.add(place);
    return first?.time;
  });
}

const placesOf = ({ from, to }: ClockTime): readonly number[] =>
  Array.from({ length: to - from }, (_, nth) => from + nth);

function without(text: string, times: readonly ClockTime[]): string {
  const inOrder = times.toSorted((one, other) => one.from - other.from);
  const parts = inOrder.map(({ from }, nth) => text.slice(inOrder[nth - 1]?.to ?? 0, from));
  return [...parts, text.slice(inOrder.at(-1)?.to ?? 0)].join(' ');
}

function timesIn(text: string, form: RegExp): readonly ClockTime[] {
  return [...text.matchAll(form)].flatMap(({ 0: written, index: from, groups = {} }) => {
    const hour = Number(groups['h']);
    const minute = Number(groups['m'] ?? groups['m2'] ?? groups['m3'] ?? groups['m4'] ?? groups['m5'] ?? '0');
    if (hour > 24) return [];
    const minutes = hoursOf(hour, groups['half']).map((one) => one * 60 + minute);
    return [{ from, to: from + written.length, text: written, minutes }];
  });
}

function hoursOf(hour: number, half: string | undefined): readonly number[] {
  if (half !== undefined) return [(hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)];
  return hour === 0 || hour > 12 ? [hour % 24] : [hour, (hour + 12) % 24];
}
