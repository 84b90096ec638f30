import type { CommandContext } from '#shared/commands/context';
import { mailProviders } from '#shared/companies/mail-providers';
import type { Sealer } from '#shared/core/secrets';
import type { FileStorage } from '#shared/files/ports';
import type { MailComposers } from '#shared/mail/ports';
import { composeInvitationMail } from '#shared/memberships/compose-invitation-mail';
import { resultsInFiles } from '#shared/results/load-results';
import { composeSummaryMail } from '#shared/summary-mail/compose-summary-mail';
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
