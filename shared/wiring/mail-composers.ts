import type { MailComposers } from '#shared/accounts/mail/ports';
import { composeInvitationMail } from '#shared/accounts/memberships/compose-invitation-mail';
import { composeSummaryMail } from '#shared/capture/summary-mail/compose-summary-mail';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { FileStorage } from '#shared/foundation/files/ports';
import { mailProviders } from '#shared/meetings/companies/mail-providers';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { composeOwnerMail } from '#shared/webhooks/endpoints/compose-owner-mail';
import { fileLinksIn } from '#shared/wiring/file-links';

interface Given {
  /** Origin of the pages. */
  readonly appUrl: string;
  /** Root of the API. */
  readonly baseUrl: string;
  /** An IANA zone, for dates. */
  readonly zone: string;
  /** Seals and opens `file-links`. */
  readonly sealer: Sealer;
  readonly files: FileStorage;
}

/** The composer of each kind of mail. */
export const mailComposers = (context: CommandContext, { files, ...given }: Given): MailComposers => ({
  invitation: composeInvitationMail({ ...context, appUrl: given.appUrl }),
  operational: composeOwnerMail({ table: context.table, appUrl: given.appUrl }),
  summary: composeSummaryMail({
    ...context,
    ...given,
    mailProviders,
    results: resultsInFiles(files),
    links: fileLinksIn({ ...context, ...given }),
  }),
});
