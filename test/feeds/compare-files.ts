import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS, type Instant, isoOf } from '#shared/foundation/core/time';
import { type AskedFile, askPython, type Opinion } from './ask-python.ts';

/** Calendar files at any depth. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((name) => name.toLowerCase().endsWith('.ics')).map((name) => join(folder, name));
}

export interface FilesCompared {
  readonly files: number;
  readonly agreeingFiles: number;
  readonly occurrences: number;
  readonly agreeingOccurrences: number;
  /** Files that recurring-ical-events cannot read. */
  readonly refused: number;
  readonly differing: readonly string[];
}

/** Compares what files say of the 90 days that begin with their first event, and of those with their last. */
export async function compareFiles(paths: readonly string[]): Promise<FilesCompared> {
  const asked = (await Promise.all(paths.map(spansOf))).flat();
  const opinions = await askPython({ files: asked });
  const compared = await Promise.all(asked.map((file, nth) => compareFile(file, opinions[nth] ?? 'no answer')));
  const read = compared.filter((one) => one !== undefined);
  const agreeing = read.filter(({ here, there }) => here.length + there.length === 0);
  const sum = (count: (one: (typeof read)[number]) => number) => read.reduce((total, one) => total + count(one), 0);
  return {
    files: read.length,
    agreeingFiles: agreeing.length,
    occurrences: sum(({ both, here, there }) => both + here.length + there.length),
    agreeingOccurrences: sum(({ both }) => both),
    refused: compared.length - read.length,
    differing: read.filter((one) => !agreeing.includes(one)).map(asLine),
  };
}

interface FileCompared {
  readonly path: string;
  readonly both: number;
  /** Occurrences of one of the two alone. */
  readonly here: readonly string[];
  readonly there: readonly string[];
  readonly note: string;
}

const asLine = ({ path, both, here, there, note }: FileCompared): string =>
  `${path}: ${both} in both, ${here.length} here alone (${here.slice(0, 2)}), ${there.length} there alone (${there.slice(0, 2)})${note}`;

const SPAN_MS = 90 * DAY_MS;

async function spansOf(path: string): Promise<readonly AskedFile[]> {
  const text = await readFile(path, 'utf8');
  // Some collections hold events and rules alone, which are no feeds.
  if (!/^BEGIN:VCALENDAR/im.test(text)) return [];
  const days = [...text.matchAll(/^DTSTART[^:\r\n]*:(\d{4})(\d{2})(\d{2})/gim)]
    .map(([, year, month, day]) => Date.parse(`${year}-${month}-${day}T00:00:00Z`))
    .filter((at) => at > Date.UTC(1980, 0));
  if (days.length === 0) return [];
  const begins = new Set([Math.min(...days), Math.max(...days)].map((at) => at - DAY_MS));
  return [...begins].map((at) => ({ path, from: isoOf(at as Instant), to: isoOf((at + SPAN_MS) as Instant) }));
}

/** Undefined where Python cannot read the file. */
async function compareFile({ path, from, to }: AskedFile, theirs: Opinion): Promise<FileCompared | undefined> {
  if (typeof theirs === 'string') return undefined;
  const window: SyncWindow = { from: Date.parse(from) as Instant, to: Date.parse(to) as Instant };
  const { ours, note } = read(await readFile(path, 'utf8'), window);
  const there = theirs.filter((one) => !ours.has(one));
  const here = [...ours].filter((one) => !theirs.includes(one));
  return { path, both: theirs.length - there.length, here, there, note };
}

function read(text: string, window: SyncWindow): { readonly ours: ReadonlySet<string>; readonly note: string } {
  try {
    const events = readFeed(text, window);
    const unread = events.filter(({ kind }) => kind === 'unread').length;
    const starts = events.flatMap((event) =>
      event.kind === 'occurrence' && event.startsAt >= window.from && event.startsAt < window.to
        ? [`${isoOf(event.startsAt).replace('.000Z', 'Z')} ${event.title ?? ''}`]
        : [],
    );
    return { ours: new Set(starts), note: unread > 0 ? `, ${unread} unread` : '' };
  } catch (error) {
    return { ours: new Set(), note: `, refused: ${(error as Error).message}` };
  }
}
