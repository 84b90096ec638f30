import type { RemoteFile } from '#shared/files/ports';
import { guardedFetch } from '#shared/ingestions/guarded-fetch';
import { MediaRefused } from '#shared/ingestions/ports';
import { LinkExpired, openRange } from '#shared/recorders/requests/open-range';
import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { type ReceiverRules, urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { AttemptFailure } from '#shared/webhooks/delivery/sender/attempt-failure';
import { destinationOf, publicAddresses } from '#shared/webhooks/delivery/sender/destination';

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
  /** Certificate authorities to trust instead of the platform's, for servers in tests. */
  readonly ca?: string;
}

/** A file at a public URL, by range where its server takes ranges. URLs and addresses are judged as those of webhooks. */
export function fileAtUrl({ lookUp, ca, ...rules }: Needs) {
  const guards = {
    validateUrl: urlValidator(rules),
    isPublicAddress,
    resolve: lookUp,
    allowLocalReceivers: rules.allowLocalReceivers,
  };
  const addressesOf = async (url: string, signal: AbortSignal) => {
    try {
      return await publicAddresses(destinationOf(url, guards), guards, signal);
    } catch (error) {
      if (error instanceof AttemptFailure && error.error === 'blocked_address') return 'refused';
      throw error;
    }
  };
  const fetch = guardedFetch({ addressesOf, ...(ca !== undefined && { ca }) });
  return (url: string): RemoteFile => ({
    async open(range) {
      try {
        return await openRange(fetch, { url, ...range });
      } catch (error) {
        throw error instanceof LinkExpired ? new MediaRefused('The link leads to no file.') : error;
      }
    },
  });
}
