import type { AccessEntry } from '#shared/http/ports/app-context';
import { writeLog } from '#shared/platform/log';

/** One line for each request; ours to look at where it is a fault of ours. */
export const accessLog = (entry: AccessEntry): void => writeLog({ ...entry }, entry.status >= 500 ? 'ERROR' : 'INFO');
