import { Meter, type Write } from './meter.ts';
import { aStandingCalendar, aStandingFeed, type Standing } from './standing-calendars.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Connections whose cost is printed. They share the invocations of a minute, as in a deployment of that size. */
export const CALENDARS = 1_000;
const MINUTES_BETWEEN_POLLS = 15;
/** Every 15 minutes. */
const POLLS_A_MONTH = 30 * 24 * 4;
const PASSES_OVER_ALL_A_MONTH = 30;
/** An access token lasts an hour. */
const TOKENS_A_MONTH = 30 * 24;

/** Of the worker (lib/constructs/calendar-sync.ts), which has one core. */
const MEMORY_GB = 1_769 / 1_024;
/** A token and a page, each asked of a provider on another continent; what the table takes is lost in it. */
const WAITS_SECONDS = 0.8;
/** At least what `npm run bench -- calendars` measures for a poll without changes and one with; the run over everything is a guess. */
const PROCESSOR_SECONDS = { poll: 0.007, change: 0.03, overAll: 0.2 } as const;
/** A change of a feed is a run over everything: its 120 events take a tenth of a megabyte (`--feeds`), and are imported. */
const FEED_PROCESSOR_SECONDS = { poll: 0.007, change: 0.2, overAll: 0.2 } as const;
type ProcessorSeconds = Readonly<Record<'poll' | 'change' | 'overAll', number>>;

/** An invocation for so many passes at once: its message, the function and its line in the log. */
const invocation = (passes: number, processorSeconds: number): Usage => ({
  'queue request': 3,
  'function request': 1,
  'function GB-second': (WAITS_SECONDS + passes * processorSeconds) * MEMORY_GB,
  trace: 0.05,
  'log GB': 600 / 1e9,
});

/** Messages of an invocation, as under load. */
const CHANGES_AT_ONCE = 10;

const POLLS_A_MINUTE = CALENDARS / MINUTES_BETWEEN_POLLS;
const onePoll = ({ poll }: ProcessorSeconds): Usage => times(invocation(POLLS_A_MINUTE, poll), 1 / POLLS_A_MINUTE);

export interface CalendarUsage {
  /** Of one calendar, by what is done. */
  readonly idleMonth: Readonly<Record<'polls' | 'access tokens' | 'daily runs over everything', Usage>>;
  readonly oneChange: Usage;
}

/** What a connected calendar uses in a month in which nothing changes in it, and for a change. */
export const calendarUsage = (onWrite?: (write: Write) => void): Promise<CalendarUsage> =>
  usageOf(aStandingCalendar, PROCESSOR_SECONDS, onWrite);

/** The same of a calendar feed whose server has ETags. Its URL is unsealed once in a week, which is left out. */
export const feedUsage = (): Promise<CalendarUsage> => usageOf(aStandingFeed, FEED_PROCESSOR_SECONDS);

async function usageOf(
  standing: (meter: Meter) => Promise<Standing>,
  processor: ProcessorSeconds,
  onWrite?: (write: Write) => void,
): Promise<CalendarUsage> {
  let isMeasuring = false;
  const meter = new Meter((write) => isMeasuring && onWrite?.(write));
  const { work, id, keepToken, change } = await standing(meter);
  const passed = async (): Promise<Usage> => {
    await work.untilDue(id);
    meter.read();
    isMeasuring = true;
    await work.pollAndRun(id);
    isMeasuring = false;
    return meter.read();
  };
  const withToken = await passed();
  keepToken();
  await passed();
  const poll = await passed();
  change();
  const changed = await passed();
  work.aDayLater();
  const overAll = await passed();
  const oneToken = difference(withToken, poll);
  const run = invocation(1, processor.overAll);
  return {
    idleMonth: {
      polls: times(sumOf(onePoll(processor), poll), POLLS_A_MONTH - PASSES_OVER_ALL_A_MONTH),
      'access tokens': times(oneToken, TOKENS_A_MONTH),
      'daily runs over everything': times(sumOf(onePoll(processor), run, overAll), PASSES_OVER_ALL_A_MONTH),
    },
    oneChange: sumOf(times(invocation(CHANGES_AT_ONCE, processor.change), 1 / CHANGES_AT_ONCE), changed),
  };
}

const difference = (one: Usage, other: Usage): Usage =>
  Object.fromEntries(Object.entries(one).map(([unit, amount]) => [unit, amount - (other[unit] ?? 0)]));
