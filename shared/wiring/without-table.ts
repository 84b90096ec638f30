import type { HttpContext } from '#shared/http/ports/app-context';
import { requiredEnv } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { systemClock } from '#shared/platform/system-clock';
import { accessLog } from '#shared/wiring/access-log';
import { serverGiven } from '#shared/wiring/server';

/** As the functions find them that open no table. */
const openEdge = (): HttpContext => ({
  clock: systemClock,
  baseUrl: requiredEnv('baseUrl'),
  server: serverGiven(),
  log: accessLog,
});

/** The handler of endpoints that need no table. */
export const servedWithoutTable = <Arguments extends readonly unknown[], Result>(
  make: (edge: HttpContext) => (...requiredEnv: Arguments) => Result,
) => lazyHandler(() => make(openEdge()));
