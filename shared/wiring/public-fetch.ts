import { guardedFetch } from '#shared/texts/ingestions/guarded-fetch';
import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { type ReceiverRules, urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { AttemptFailure } from '#shared/webhooks/delivery/sender/attempt-failure';
import { destinationOf, publicAddresses } from '#shared/webhooks/delivery/sender/destination';

export interface PublicFetchNeeds extends ReceiverRules {
  readonly lookUp: NameLookup;
  /** Certificate authorities to trust instead of the platform's, for servers in tests. */
  readonly ca?: string;
  /** Of one request; five where absent. */
  readonly mostRedirects?: number;
  /** Of the body of one response as it is sent, before it is decoded; unbounded where absent. */
  readonly mostWireBytes?: number;
  /** Thrown for a URL that is refused; without it, such a URL is answered as by a server that forbids it: 403. */
  readonly refusal?: () => Error;
}

/** `fetch` for URLs that others give us. URLs and addresses are validated as those of webhooks, at each redirect too. */
export function publicFetch({ lookUp, ca, refusal, mostRedirects, mostWireBytes, ...rules }: PublicFetchNeeds) {
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
      const isBlocked = error instanceof AttemptFailure && error.error === 'blocked_address';
      if (!isBlocked) throw error;
      if (refusal) throw refusal();
      return 'refused';
    }
  };
  return guardedFetch({
    addressesOf,
    ...(ca !== undefined && { ca }),
    ...(mostRedirects !== undefined && { mostRedirects }),
    ...(mostWireBytes !== undefined && { mostWireBytes }),
  });
}
