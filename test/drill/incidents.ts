import type { Incident } from './incident.ts';
import { disabledUser } from './incidents/disabled-user.ts';

/** In the order in which they are run. */
export const INCIDENTS: readonly Incident[] = [disabledUser];

/** Those that are quick, and leave a stack as it was for other tests. */
export const SHORT: readonly Incident[] = [disabledUser];
