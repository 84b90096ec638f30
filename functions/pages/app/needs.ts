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
import type { PageContext } from '#shared/wiring/pages';
import { workspaceStore } from '#shared/workspaces/store';

/** All that these pages are made of: the stores and tools of the API, over one table. */
export const needsOf = (context: PageContext & { readonly files: FileStorage }) => ({
  ...context,
  deployment: context.deployment ?? EVERYTHING_ON,
  users: userStore(context.table),
  workspaces: workspaceStore(context.table),
  members: memberStore(context.table),
  meetings: meetingStore(context.table),
  bots: botStore(context.table),
  connections: calendarConnectionStore(context.table),
  syncs: calendarSyncStore(context.table),
  endpoints: webhookEndpointStore(context.table),
  deliveries: deliveryStore(context.table),
  outbox: outboxRows(context.table),
  handoffs: handoffStore(context.table),
  codes: handoffCodes(context),
  secrets: oneTimeSecrets(context),
  newNumber: () => workspaceNumber(context.randomBytes),
  results: resultsInFiles(context.files),
});
