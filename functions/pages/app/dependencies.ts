import { handOff } from '#shared/accounts/agent-sessions/commands/hand-off';
import { keepCopyOfKey } from '#shared/accounts/identity/commands/keep-copy-of-key';
import { replaceDisplayedKey } from '#shared/accounts/identity/commands/replace-key';
import { localOutbox } from '#shared/accounts/mail/local-outbox-store';
import { listMemberships } from '#shared/accounts/memberships/commands/list-memberships';
import type { PageHandler } from '#shared/api/page-kit/page-kit';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import { issueTicket } from '#shared/capture/live-transcripts/commands/issue-ticket';
import { EVERYTHING_ON } from '#shared/foundation/core/deployment';
import { outboxRows } from '#shared/foundation/events/outbox';
import type { FileStorage } from '#shared/foundation/files/ports';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import { countedResults } from '#shared/meetings/results/load-results';
import { saveConversation } from '#shared/texts/conversations/commands/update-conversation';
import { withLimitedLinks, withLimitedUploads } from '#shared/texts/downloads/limited-links';
import { refuseMoreDownloads } from '#shared/texts/downloads/refuse-more-downloads';
import { addFolder, saveFolder } from '#shared/texts/folders/commands/change-folders';
import { cancelOrder, confirmOrder, fulfillOrder } from '#shared/texts/orders/commands/change-order';
import { addMediaOrder } from '#shared/texts/orders/commands/order-media';
import { addTranslation } from '#shared/texts/orders/commands/order-translation';
import { addUploadInParts } from '#shared/texts/uploads/commands/add-upload';
import { completeUpload } from '#shared/texts/uploads/commands/complete-upload';
import type { UploadStorage } from '#shared/texts/uploads/ports';
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
