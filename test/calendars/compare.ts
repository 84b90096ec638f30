import { expectedOf, isAhead, nameOf, type Shown } from './expected.ts';
import { shownIn } from './shown.ts';
import { ACCOUNT, type CalendarWorld, MEMBER } from './world.ts';

export interface Compared {
  readonly occurrences: number;
  readonly violations: readonly string[];
}

/** Whether the service shows what the calendar holds, neither more nor less, once nothing is under way. */
export async function compare({ clock, dynamo, calendar, provider, sync }: CalendarWorld): Promise<Compared> {
  const now = clock.now();
  const window = (await sync())?.cursor?.window;
  if (!window) return { occurrences: 0, violations: ['no pass has come to its end'] };
  const occurrences = calendar.occurrences(window).filter((one) => isAhead(one, now, window));
  const expected = expectedOf(occurrences, { provider: provider.name, email: ACCOUNT });
  const found = shownIn(dynamo, now, window, MEMBER);
  const shown = found.map((one) => one.shown);
  return {
    occurrences: expected.length,
    violations: [
      ...differences(expected, shown),
      ...found.flatMap(({ shown: one, meetingSays }) =>
        meetingSays === undefined ? [] : [`the meeting of ${nameOf(one)} says ${meetingSays}`],
      ),
    ],
  };
}

function differences(expected: readonly Shown[], shown: readonly Shown[]): readonly string[] {
  const [wanted, there] = [byName(expected), byName(shown)];
  const twice = [...there].flatMap(([name, all]) => (all.length > 1 ? [`${name} is there ${all.length} times`] : []));
  const missing = [...wanted].flatMap(([name, [one]]) => (there.has(name) ? [] : [`missing: ${JSON.stringify(one)}`]));
  const surplus = [...there].flatMap(([name, [one]]) => (wanted.has(name) ? [] : [`too much: ${JSON.stringify(one)}`]));
  const other = [...wanted].flatMap(([name, [one]]) => {
    const mine = there.get(name)?.[0];
    return mine === undefined || JSON.stringify(mine) === JSON.stringify(one)
      ? []
      : [`${name}: ${JSON.stringify(mine)} instead of ${JSON.stringify(one)}`];
  });
  return [...twice, ...missing, ...surplus, ...other];
}

const byName = (all: readonly Shown[]): ReadonlyMap<string, readonly Shown[]> => Map.groupBy(all, nameOf);
