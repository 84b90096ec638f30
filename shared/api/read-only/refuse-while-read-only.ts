import type { RefuseWhileReadOnly } from '#shared/api/read-only/ports';
import { readOnlyModes } from '#shared/api/read-only/store';
import type { Clock } from '#shared/foundation/core/clock';
import { Refusal } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';

/** How long a process caches whether the mode is on: its begin and its end show within this time. */
export const CACHED_MS = 10 * SECOND_MS;

/** The mode has no end that is known: clients ask again this often, in seconds. */
const RETRY_SECONDS = 30;

/** One for each process. Reads the row once in ten seconds, and writes that come meanwhile wait for the same read. */
export function refuseWhileReadOnly({
  table,
  clock,
}: {
  readonly table: Table;
  readonly clock: Clock;
}): RefuseWhileReadOnly {
  const modes = readOnlyModes(table);
  let until: Instant | undefined;
  let reading: Promise<boolean> | undefined;
  let isOn = false;

  const read = async (): Promise<boolean> => {
    try {
      isOn = (await modes.find()) !== undefined;
      until = later(clock.now(), CACHED_MS);
      return isOn;
    } finally {
      reading = undefined;
    }
  };

  return () => {
    if (until === undefined || clock.now() >= until) {
      reading ??= read();
      return reading.then(refuseIf);
    }
    refuseIf(isOn);
    return undefined;
  };
}

function refuseIf(isOn: boolean): void {
  if (!isOn) return;
  const message = 'The service is read-only while its operator works on it: nothing was changed. Try again later.';
  throw new Refusal('unavailable', [{ code: 'provider_unavailable', message }], { retryInSeconds: RETRY_SECONDS });
}
