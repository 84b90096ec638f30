import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import { botStore } from '#shared/bots/store';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { outboxRows } from '#shared/events/outbox-rows';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { userStore } from '#shared/identity/store';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { workspaceNumber } from '#shared/platform/type-ids';
import { resultsInFiles } from '#shared/results/results-in-files';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import type { PageSurroundings } from '#shared/wiring/pages';
import { workspaceStore } from '#shared/workspaces/store';

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
