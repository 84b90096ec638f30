import type { Dependencies } from '#shared/foundation/commands/context';
import type { Clock } from '#shared/foundation/core/clock';
import type { LimitName } from '#shared/foundation/core/limits';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { writeLog } from '#shared/foundation/platform/log';

interface Needs {
  readonly clock: Clock;
  readonly log: typeof writeLog;
}

/** Writes a log line for a limit of the whole deployment that is reached, at most one a minute of one process. */
export function limitsInLog({ clock, log }: Needs): NonNullable<Dependencies['reportLimit']> {
  const quietUntil = new Map<LimitName, Instant>();
  return (limit) => {
    const now = clock.now();
    if ((quietUntil.get(limit) ?? 0) > now) return;
    quietUntil.set(limit, later(now, MINUTE_MS));
    log({ report: 'limit of the deployment', limit }, 'WARN');
  };
}
