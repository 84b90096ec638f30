import { EVERYTHING_ON } from '#shared/domain/deployment';
import type { FileStorage } from '#shared/ports/file-storage';
import { handoffCodes } from '#shared/providers/handoff-codes';
import { workspaceNumber } from '#shared/providers/ids';
import { oneTimeSecrets } from '#shared/providers/one-time-secrets';
import { resultsInFiles } from '#shared/providers/results-in-files';
import { botStore } from '#shared/storage/bots';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarSyncStore } from '#shared/storage/calendar-syncs';
import { deliveryStore } from '#shared/storage/deliveries';
import { handoffStore } from '#shared/storage/handoffs';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { outboxRows } from '#shared/storage/outbox-rows';
import { userStore } from '#shared/storage/users';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { workspaceStore } from '#shared/storage/workspaces';
import type { PageSurroundings } from '#shared/wiring/pages';

/** All that these pages are made of: the stores and tools of the API, over one table. */
export const needsOf = (around: PageSurroundings & { readonly files: FileStorage }) => ({
  ...around,
  deployment: around.deployment ?? EVERYTHING_ON,
  users: userStore(around.table),
  workspaces: workspaceStore(around.table),
  members: memberStore(around.table),
  meetings: meetingStore(around.table),
  bots: botStore(around.table),
  connections: calendarConnectionStore(around.table),
  syncs: calendarSyncStore(around.table),
  endpoints: webhookEndpointStore(around.table),
  deliveries: deliveryStore(around.table),
  outbox: outboxRows(around.table),
  handoffs: handoffStore(around.table),
  codes: handoffCodes(around),
  secrets: oneTimeSecrets(around),
  newNumber: () => workspaceNumber(around.randomBytes),
  results: resultsInFiles(around.files),
});
