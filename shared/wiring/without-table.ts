import type { HttpContext } from '#shared/http/ports/app-context';
import { given } from '#shared/platform/environment';
import { onceMade } from '#shared/platform/once-made';
import { systemClock } from '#shared/platform/system-clock';
import { accessLog } from '#shared/wiring/access-log';
import { serverGiven } from '#shared/wiring/server';

/** As the functions find them that open no table. */
const openEdge = (): HttpContext => ({
  clock: systemClock,
  baseUrl: given('baseUrl'),
  server: serverGiven(),
  log: accessLog,
});

/** The handler of endpoints that need no table. */
export const servedWithoutTable = <Arguments extends readonly unknown[], Result>(
  make: (edge: HttpContext) => (...given: Arguments) => Result,
) => onceMade(() => make(openEdge()));
