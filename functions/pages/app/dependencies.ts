import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import { saveConversation } from '#shared/conversations/commands/update-conversation';
import { withLimitedLinks, withLimitedUploads } from '#shared/downloads/limited-links';
import { refuseMoreDownloads } from '#shared/downloads/refuse-more-downloads';
import { strippingResults } from '#shared/erasures/commands/stripping-results';
import { outboxRows } from '#shared/events/outbox';
import type { FileStorage } from '#shared/files/ports';
import { addFolder, saveFolder } from '#shared/folders/commands/change-folders';
import { keepCopyOfKey } from '#shared/identity/commands/keep-copy-of-key';
import { replaceDisplayedKey } from '#shared/identity/commands/replace-key';
import { issueTicket } from '#shared/live-transcripts/commands/issue-ticket';
import { localOutbox } from '#shared/mail/local-outbox-store';
import { listMemberships } from '#shared/memberships/commands/list-memberships';
import { cancelOrder, confirmOrder, fulfillOrder } from '#shared/orders/commands/change-order';
import { addMediaOrder } from '#shared/orders/commands/order-media';
import { addTranslation } from '#shared/orders/commands/order-translation';
import type { PageHandler } from '#shared/page-kit/page-kit';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { countedResults } from '#shared/results/load-results';
import { EVERYTHING_ON } from '#shared/settings/rules/deployment';
import { addUploadInParts } from '#shared/uploads/commands/add-upload';
import { completeUpload } from '#shared/uploads/commands/complete-upload';
import type { UploadStorage } from '#shared/uploads/ports';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import type { PageContext } from '#shared/wiring/pages';

export interface AppPagesContext extends PageContext {
  readonly files: FileStorage;
  readonly uploadStorage: UploadStorage;
  /** Whether mail is kept for the outbox instead of being sent: on local stacks. */
  readonly keepsMail?: boolean;
}

/** The stores that the pages read, and the commands that their forms run. */
export function appDependencies(given: AppPagesContext) {
  const refuse = refuseMoreDownloads(given);
  const context = withLimitedUploads(withLimitedLinks(given, refuse), refuse);
  const { table } = context;
  const stores = {
    ...context,
    deployment: context.deployment ?? EVERYTHING_ON,
    deliveries: deliveryStore(table),
    outbox: outboxRows(table),
    keptMail: localOutbox(table),
    secrets: oneTimeSecrets(context),
    results: strippingResults(context, countedResults(context)),
  };
  return {
    ...stores,
    listMemberships: listMemberships(context),
    createKey: replaceDisplayedKey(context),
    keepCopyOfKey: keepCopyOfKey(context),
    createHandoffCode: handOff(context),
    requestSync: requestSync(stores),
    issueTicket: issueTicket(context),
    redeliverEvent: redeliverEvent(stores),
    addFolder: addFolder(context),
    saveFolder: saveFolder(context),
    saveConversation: saveConversation(context),
    addUploadInParts: addUploadInParts(context),
    completeUpload: completeUpload(context),
    addTranslation: addTranslation(context),
    addMediaOrder: addMediaOrder({ ...context, validateUrl: urlValidator(context) }),
    confirmOrder: confirmOrder(context),
    cancelOrder: cancelOrder(context),
    fulfillOrder: fulfillOrder(context),
  };
}

export type AppDependencies = ReturnType<typeof appDependencies>;

export type AppPage = PageHandler<AppDependencies>;
