import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { correctTranscript } from '#shared/conversations/commands/correct-transcript';
import { deleteConversation } from '#shared/conversations/commands/delete-conversation';
import { trashConversation } from '#shared/conversations/commands/move-to-trash';
import { restoreConversation } from '#shared/conversations/commands/restore-conversation';
import { saveConversation } from '#shared/conversations/commands/update-conversation';
import { strippingResults } from '#shared/erasures/commands/stripping-results';
import { outboxRows } from '#shared/events/outbox';
import { addExport } from '#shared/exports/commands/add-export';
import type { FileStorage } from '#shared/files/ports';
import { addFolder, deleteFolder, saveFolder } from '#shared/folders/commands/change-folders';
import { keepCopyOfKey } from '#shared/identity/commands/keep-copy-of-key';
import { replaceDisplayedKey } from '#shared/identity/commands/replace-key';
import { localOutbox } from '#shared/mail/local-outbox-store';
import { acceptInvitation } from '#shared/memberships/commands/accept-invitation';
import { changeRole } from '#shared/memberships/commands/change-role';
import { removeMembership } from '#shared/memberships/commands/end-membership';
import { inviteUser } from '#shared/memberships/commands/invite-user';
import { listMemberships } from '#shared/memberships/commands/list-memberships';
import { cancel, confirm, fulfill } from '#shared/orders/commands/change-order';
import { addMediaOrder } from '#shared/orders/commands/order-media';
import { addTranslation } from '#shared/orders/commands/order-translation';
import type { PageHandler } from '#shared/page-kit/page-kit';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { resultsInFiles } from '#shared/results/load-results';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { addUploadInParts } from '#shared/uploads/commands/add-upload';
import { completeUpload } from '#shared/uploads/commands/complete-upload';
import type { UploadStorage } from '#shared/uploads/ports';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import type { PageContext } from '#shared/wiring/pages';
import { addWorkspace } from '#shared/workspaces/commands/save-workspace';

export interface AppPagesContext extends PageContext {
  readonly files: FileStorage;
  readonly uploadStorage: UploadStorage;
  /** Whether mail is kept for the outbox instead of being sent: on local stacks. */
  readonly keepsMail?: boolean;
}

/** The stores that the pages read, and the commands that their forms run. */
export function appDependencies(context: AppPagesContext) {
  const { table } = context;
  const stores = {
    ...context,
    deployment: context.deployment ?? EVERYTHING_ON,
    syncs: calendarSyncStore(table),
    deliveries: deliveryStore(table),
    outbox: outboxRows(table),
    keptMail: localOutbox(table),
    secrets: oneTimeSecrets(context),
    results: strippingResults(context, resultsInFiles(context.files)),
  };
  return {
    ...stores,
    createWorkspace: addWorkspace(context),
    listMemberships: listMemberships(context),
    inviteUser: inviteUser(context),
    changeRole: changeRole(context),
    removeMembership: removeMembership(context),
    acceptInvitation: acceptInvitation(context),
    createKey: replaceDisplayedKey(context),
    keepCopyOfKey: keepCopyOfKey(context),
    createHandoffCode: handOff(context),
    createConnectLink: createConnectLink(stores),
    requestSync: requestSync(stores),
    disconnectCalendar: disconnectCalendar(stores),
    redeliverEvent: redeliverEvent(stores),
    addFolder: addFolder(context),
    saveFolder: saveFolder(context),
    deleteFolder: deleteFolder(context),
    saveConversation: saveConversation(context),
    trashConversation: trashConversation(context),
    restoreConversation: restoreConversation(context),
    deleteConversation: deleteConversation(context),
    correctTranscript: correctTranscript(stores),
    addUploadInParts: addUploadInParts(context),
    completeUpload: completeUpload(context),
    addExport: addExport(context),
    addTranslation: addTranslation(context),
    addMediaOrder: addMediaOrder({ ...context, validateUrl: urlValidator(context) }),
    confirmOrder: confirm(context),
    cancelOrder: cancel(context),
    fulfillOrder: fulfill(context),
  };
}

export type AppDependencies = ReturnType<typeof appDependencies>;

export type AppPage = PageHandler<AppDependencies>;
