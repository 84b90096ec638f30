import { table } from '../table.ts';
import { CALENDARS, calendarUsage } from './calendar-usage.ts';
import { measureMeeting } from './measured-meeting.ts';
import { productionDeployment, writesIn } from './meeting-usage.ts';
import type { Write } from './meter.ts';
import { listPrices } from './prices.ts';
import { billFor, times } from './usage.ts';
import { webhookUsage } from './webhook-usage.ts';

type OnWrite = (write: Write) => void;

const PATHS: Readonly<Record<string, (seed: number, onWrite: OnWrite) => Promise<unknown>>> = {
  'a webhook delivered at once': (_, onWrite) =>
    webhookUsage({ events: 1, answers: [204], receiverSeconds: 0.3, onWrite }),
  'a webhook refused 21 times': (_, onWrite) =>
    webhookUsage({ events: 1, answers: [500], receiverSeconds: 0.3, onWrite }),
  'three recorded meetings, without their people, usage and mail': async (seed, onWrite) => {
    const measured = await measureMeeting({ seed, deployment: productionDeployment() });
    writesIn(measured).forEach(onWrite);
  },
  'a connected calendar: an idle poll, a poll with one change, a poll of everything': (_, onWrite) =>
    calendarUsage(onWrite),
};

/** Prints each kind of row that these paths write, with its bytes and write units: where a saving is to be found. */
export async function explain(seed: number): Promise<void> {
  for (const [path, count] of Object.entries(PATHS)) {
    const writes: Write[] = [];
    await count(seed, (write) => writes.push(write));
    console.log(`\n${path}\n\n${asTable(writes)}`);
  }
  console.log(
    `\n${CALENDARS} connected calendars for a month in which nothing changes in them\n\n${await idleCalendars()}`,
  );
}

/** What is paid for, by what is done. */
async function idleCalendars(): Promise<string> {
  const prices = listPrices();
  const { idleMonth } = await calendarUsage();
  const rows = Object.entries(idleMonth).flatMap(([what, usage]) => {
    const used = times(usage, CALENDARS);
    return Object.entries(billFor(used, prices))
      .filter(([, dollars]) => dollars >= 0.005)
      .map(([unit, dollars]) => [what, unit, Math.round(used[unit] ?? 0).toLocaleString('en'), dollars.toFixed(2)]);
  });
  return table(['', 'Item', 'Used', '$ a month'], rows);
}

function asTable(writes: readonly Write[]): string {
  const kinds = Object.entries(Object.groupBy(writes, kindOf)).map(([kind, alike = []]) => {
    const total = (of: (write: Write) => number) => alike.reduce((sum, write) => sum + of(write), 0);
    const [row, indexes] = [total(({ units }) => units.row), total(({ units }) => units.indexes)];
    return { kind, count: alike.length, bytes: Math.max(...alike.map(({ bytes }) => bytes)), row, indexes };
  });
  const rows = kinds
    .sort((a, b) => b.row + b.indexes - a.row - a.indexes)
    .map(({ kind, count, bytes, row, indexes }) => [kind, ...[count, bytes, row, indexes, row + indexes].map(String)]);
  const all = writes.reduce((sum, { units }) => sum + units.row + units.indexes, 0);
  return table(
    ['Written', 'times', 'bytes', 'row units', 'index units', 'units'],
    [...rows, ['all', '', '', '', '', `${all}`]],
  );
}

/** The operation and the key, with ids and times replaced. */
const kindOf = ({ operation, key }: Write): string =>
  `${operation} ${key
    .replace(/_[0-9a-z]{26}/g, '_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/#[\w-]{22}/g, '#<digest>')}`;
