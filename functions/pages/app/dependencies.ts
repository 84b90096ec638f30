import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { botStore } from '#shared/bots/store';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { outboxRows } from '#shared/events/outbox';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { replaceDisplayedKey } from '#shared/identity/commands/replace-key';
import { userStore } from '#shared/identity/store';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import type { PageHandler } from '#shared/page-kit/page-kit';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { resultsInFiles } from '#shared/results/results-in-files';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import type { PageContext } from '#shared/wiring/pages';
import { addWorkspace } from '#shared/workspaces/commands/save-workspace';
import { workspaceStore } from '#shared/workspaces/store';

/** The stores that the pages read, and the commands that their forms run. */
export function appDependencies(context: PageContext & { readonly files: FileStorage }) {
  const { table } = context;
  const stores = {
    ...context,
    deployment: context.deployment ?? EVERYTHING_ON,
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
    secrets: oneTimeSecrets(context),
    results: resultsInFiles(context.files),
  };
  return {
    ...stores,
    createWorkspace: addWorkspace(context),
    createKey: replaceDisplayedKey(context),
    createHandoffCode: handOff(context),
    createConnectLink: createConnectLink(stores),
    requestSync: requestSync(stores),
    disconnectCalendar: disconnectCalendar(stores),
    redeliverEvent: redeliverEvent(stores),
  };
}

export type AppDependencies = ReturnType<typeof appDependencies>;

export type AppPage = PageHandler<AppDependencies>;
