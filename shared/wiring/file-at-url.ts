import type { RemoteFile } from '#shared/files/ports';
import { MediaRefused } from '#shared/ingestions/ports';
import { LinkExpired, openRange } from '#shared/recorders/requests/open-range';
import { type PublicFetchNeeds, publicFetch } from '#shared/wiring/public-fetch';

/** A file at a public URL, by range where its server takes ranges. URLs and addresses are validated as those of webhooks. */
export function fileAtUrl(needs: Omit<PublicFetchNeeds, 'refusal'>) {
  const fetch = publicFetch(needs);
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
