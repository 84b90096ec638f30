import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { type Calendar, readCalendar } from '#bin/demo/calendar/read-calendar';
import { PROJECT_DIR, relativePath } from '#bin/paths';
import type { Instant } from '#shared/foundation/core/time';

export interface LoadedCalendar extends Calendar {
  /** For output. */
  readonly path: string;
}

/** Reads a calendar file from now on; without a file, the whole calendar of the demo. */
export async function loadCalendar(file: string | undefined, now: Instant): Promise<LoadedCalendar> {
  const path = relativePath(file ?? join(PROJECT_DIR, 'assets/demo/calendar.ics'));
  const calendar = parse(path, await textOf(path), file === undefined ? undefined : now);
  if (calendar.occurrences.length > 0) return { ...calendar, path };
  throw new CliError(`There are no events in ${path}${calendar.allDayCount > 0 ? ' except all-day events' : ''}`);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read (${code})`);
  }
}

function parse(path: string, text: string, from: Instant | undefined): Calendar {
  try {
    return readCalendar(text, from);
  } catch (error) {
    const [reason = ''] = String(Object(error).message).split('\n');
    throw new CliError(`${path} cannot be read as a calendar: ${reason.replace(/\.$/, '')}`);
  }
}
