import { handOff } from '#shared/commands/agent-sessions/hand-off';
import { askForPass } from '#shared/commands/calendar-connections/ask-for-pass';
import { createConnectLink } from '#shared/commands/calendar-connections/create-connect-link';
import { disconnectCalendar } from '#shared/commands/calendar-connections/disconnect-calendar';
import { makeKey } from '#shared/commands/users/make-key';
import { redeliverEvent } from '#shared/commands/webhook-events/redeliver-event';
import { createWorkspace } from '#shared/commands/workspaces/create-workspace';
import { EVERYTHING_ON } from '#shared/domain/deployment';
import type { PageHandler } from '#shared/pages/page-kit';
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

/** The stores that the pages read, and the commands that their forms run. */
export function appDependencies(around: PageSurroundings & { readonly files: FileStorage }) {
  const { table, randomBytes } = around;
  const stores = {
    ...around,
    deployment: around.deployment ?? EVERYTHING_ON,
    users: userStore(table),
    workspaces: workspaceStore(table),
    members: memberStore(table),
    meetings: meetingStore(table),
    bots: botStore(table),
    connections: calendarConnectionStore(table),
    syncs: calendarSyncStore(table),
    endpoints: webhookEndpointStore(table),
    deliveries: deliveryStore(table),
    outbox: outboxRows(table),
    handoffs: handoffStore(table),
    codes: handoffCodes(around),
    secrets: oneTimeSecrets(around),
    newNumber: () => workspaceNumber(randomBytes),
    results: resultsInFiles(around.files),
  };
  return {
    ...stores,
    createWorkspace: createWorkspace(stores),
    createKey: makeKey(stores),
    createHandoffCode: handOff(stores),
    createConnectLink: createConnectLink(stores),
    requestSync: askForPass(stores),
    disconnectCalendar: disconnectCalendar(stores),
    redeliverEvent: redeliverEvent(stores),
  };
}

export type AppDependencies = ReturnType<typeof appDependencies>;

export type AppPage = PageHandler<AppDependencies>;
