import type { AccessEntry, HttpContext } from '#shared/api/http/ports';
import type { PageEntry } from '#shared/api/page-kit/page-kit';
import type { TimeScale } from '#shared/foundation/core/clock';
import { envOr, type HandlerArguments, lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { systemClock, timeScaleOf } from '#shared/foundation/platform/system-clock';
import type { Server } from '#shared/foundation/versions/version-change';

/** Writes the log line of a request, of the API or of a page; a 5xx is an error. */
export const accessLog = (entry: AccessEntry | PageEntry): void =>
  writeLog({ ...entry }, entry.status >= 500 ? 'ERROR' : 'INFO');

/** What older versions show of this deployment. */
export const serverFromEnvironment = (): Server => ({ zone: envOr('serverZone', 'Etc/UTC') });

/** How fast the durations run that the service chooses itself; real time everywhere but on a local stack. */
export const timeScaleFromEnvironment = (): TimeScale => timeScaleOf(Number(envOr('timeScale', '1')));

/** As the functions find them that open no table. */
const openEdge = (): HttpContext => ({
  clock: systemClock,
  baseUrl: requiredEnv('baseUrl'),
  server: serverFromEnvironment(),
  proxies: Number(envOr('proxies', '0')),
  log: accessLog,
});

/** The handler of endpoints that need no table. */
export const servedWithoutTable = <Arguments extends HandlerArguments, Result extends Promise<unknown>>(
  make: (edge: HttpContext) => (...args: Arguments) => Result,
) => lazyHandler(() => make(openEdge()));
