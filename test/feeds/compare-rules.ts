import { recurrenceRule } from '#shared/calendars/feeds/ical/recurrence-rule';
import { ruleStarts } from '#shared/calendars/feeds/ical/rule-starts';
import type { Opinion } from './ask-python.ts';
import type { RandomRule } from './random-rules.ts';

/** As many as opinion.py answers, to the end of the same year. */
const MOST_STARTS = 60;
const TO = Date.UTC(2032, 0, 1) - 1;
const STEPS = 50_000_000;

/** Where dateutil reads RFC 5545 otherwise than it is written, by the part of the rule that it misreads. */
const MISREAD = [
  {
    reason: 'BYDAY with and without places: dateutil asks for both of one day (RFC 5545: either)',
    isOf: (rule: string) => /BYDAY=(?:[^;]*,)?[+-]?\d/.test(rule) && /BYDAY=(?:[^;]*,)?[A-Z]/.test(rule),
  },
  {
    reason: 'BYWEEKNO around New Year: dateutil counts weeks of the year before by the length of this one',
    isOf: (rule: string) => /BYWEEKNO=(?:[^;]*,)?-?5[123]/.test(rule),
  },
];

export interface RulesCompared {
  readonly agreeing: number;
  /** Rules that dateutil misreads, by the reason. */
  readonly misread: ReadonlyMap<string, number>;
  /** Rules that dateutil refuses or does not come to the end of. */
  readonly refused: number;
  readonly differing: readonly string[];
}

/** Compares the starts of rules with those of dateutil. */
export function compareRules(rules: readonly RandomRule[], opinions: readonly Opinion[]): RulesCompared {
  const misread = new Map<string, number>();
  const differing: string[] = [];
  let agreeing = 0;
  let refused = 0;
  for (const [nth, one] of rules.entries()) {
    const theirs = opinions[nth] ?? 'no answer';
    if (typeof theirs === 'string') {
      refused += 1;
      continue;
    }
    const ours = startsOf(one);
    const reason = MISREAD.find(({ isOf }) => isOf(one.rule))?.reason;
    if (ours.join() === theirs.join()) agreeing += 1;
    else if (reason) misread.set(reason, (misread.get(reason) ?? 0) + 1);
    else differing.push(`${one.start} ${one.rule}: ${ours.slice(0, 3)} here, ${theirs.slice(0, 3)} there`);
  }
  return { agreeing, misread, refused, differing };
}

function startsOf({ start, rule }: RandomRule): readonly string[] {
  const read = recurrenceRule(rule);
  if (!read) return [];
  const end = read.until === null ? TO : localIn(read.until);
  const starts: string[] = [];
  for (const at of ruleStarts(read, localIn(start), { from: 0, to: TO }, { steps: STEPS })) {
    if (at > end || starts.length === MOST_STARTS) break;
    starts.push(new Date(at).toISOString().replace(/[-:]|\.000Z/g, ''));
  }
  return starts;
}

const localIn = (compact: string): number =>
  Date.parse(compact.replace(/^(....)(..)(..)T(..)(..)(..)Z?$/, '$1-$2-$3T$4:$5:$6Z'));
