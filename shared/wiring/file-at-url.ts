import { LinkExpired, openRange } from '#shared/capture/recorders/requests/open-range';
import type { RemoteFile } from '#shared/foundation/files/ports';
import { MediaRefused } from '#shared/texts/ingestions/ports';
import { type PublicFetchNeeds, publicFetch } from '#shared/wiring/public-fetch';

/** A file at a public URL, by range where its server takes ranges. URLs and addresses are validated as those of webhooks. */
export function fileAtUrl(needs: Omit<PublicFetchNeeds, 'refusal'>) {
  const fetch = unencoded(publicFetch(needs));
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

/**
 * Ranges are asked for without an encoding. A response with one is answered as by a server that forbids the file, before
 * it is decoded: bytes without any output would keep the decoder busy for as long as they come.
 */
const unencoded =
  (guarded: ReturnType<typeof publicFetch>) =>
  async (request: Request): Promise<Response> => {
    const response = await guarded(request);
    const encoding = response.headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
    if (encoding === 'identity') return response;
    await response.body?.cancel();
    return new Response(null, { status: 403 });
  };
