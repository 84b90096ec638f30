import { readFile } from 'node:fs/promises';
import { CouldNotStart } from '#bin/could-not-start';
import { SHIPPED_CALENDAR } from '#bin/demo/demo-options';
import { type Calendar, readCalendar } from '#bin/demo/read-calendar';
import { shownPath } from '#bin/demo/shown-path';
import type { Instant } from '#shared/core/time';

export interface LoadedCalendar extends Calendar {
  /** As it is shown. */
  readonly path: string;
}

/** A calendar of one's own is shown from today on; the one that ships from its beginning, the same every day. */
export async function loadCalendar(file: string | undefined, now: Instant): Promise<LoadedCalendar> {
  const path = shownPath(file ?? SHIPPED_CALENDAR);
  const calendar = readIn(path, await textOf(path), file === undefined ? undefined : now);
  if (calendar.occurrences.length === 0) {
    const days = calendar.allDayCount > 0 ? ' but whole days' : '';
    throw new CouldNotStart(`There are no events in ${path}${days}`);
  }
  return { ...calendar, path };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CouldNotStart(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read (${code})`);
  }
}

function readIn(path: string, text: string, from: Instant | undefined): Calendar {
  try {
    return readCalendar(text, from);
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    throw new CouldNotStart(`${path} cannot be read as a calendar: ${why.replace(/\.$/, '')}`);
  }
}
