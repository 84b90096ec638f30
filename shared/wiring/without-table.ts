import type { OpenEdge } from '#shared/http/edge';
import { given } from '#shared/platform/environment';
import { onceMade } from '#shared/platform/once-made';
import { systemClock } from '#shared/platform/system-clock';
import { accessLog } from '#shared/wiring/access-log';
import { serverGiven } from '#shared/wiring/server';

/** As the functions find them that open no table. */
const openEdge = (): OpenEdge => ({
  clock: systemClock,
  baseUrl: given('baseUrl'),
  server: serverGiven(),
  log: accessLog,
});

/** The handler of endpoints that need no table. */
export const servedWithoutTable = <Arguments extends readonly unknown[], Result>(
  make: (edge: OpenEdge) => (...given: Arguments) => Result,
) => onceMade(() => make(openEdge()));
