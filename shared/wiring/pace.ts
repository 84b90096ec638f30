import type { Pace } from '#shared/core/clock';
import { givenOr } from '#shared/platform/environment';
import { paceOf } from '#shared/platform/system-clock';

/** How fast the durations run that the service chooses itself; real time everywhere but on a local stack. */
export const paceGiven = (): Pace => paceOf(Number(givenOr('timeScale', '1')));
