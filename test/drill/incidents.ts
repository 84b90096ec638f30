import type { Incident } from './incident.ts';
import { archivedWorkspace } from './incidents/archived-workspace.ts';
import { deadLetter, poisonMessage } from './incidents/dead-letters.ts';
import { disabledUser } from './incidents/disabled-user.ts';
import { refusingRecorder, unreachableRecorder } from './incidents/failing-recorders.ts';
import { keysRefused } from './incidents/keys-refused.ts';
import { missingWebhooks } from './incidents/missing-webhooks.ts';
import { pausedWorkspace } from './incidents/paused-workspace.ts';
import { readOnly } from './incidents/read-only.ts';
import { receiverDown } from './incidents/receiver-down.ts';
import { shows } from './incidents/show.ts';
import { stolenKey } from './incidents/stolen-key.ts';
import { stoppedLoops } from './incidents/stopped-loops.ts';
import { summaryAgain } from './incidents/summary-again.ts';

/** In the order in which they are run. */
export const INCIDENTS: readonly Incident[] = [
  disabledUser,
  stolenKey,
  archivedWorkspace,
  ...missingWebhooks,
  receiverDown,
  pausedWorkspace,
  summaryAgain,
  ...shows,
  refusingRecorder,
  unreachableRecorder,
  poisonMessage,
  deadLetter,
  keysRefused,
  stoppedLoops,
  readOnly,
];

/** Those that are quick, and leave a stack as it was for other tests. */
export const SHORT: readonly Incident[] = [stolenKey, archivedWorkspace];
