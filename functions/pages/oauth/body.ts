import { readAtMost } from '#shared/core/read-at-most';
import type { PageContext } from '#shared/page-kit/page-kit';

/** More than ten redirects of 500 characters, and than any request for a token. */
export const MAX_BODY_BYTES = 16 * 1024;

/** The body of a request as text. Throws `BodyTooLarge`. */
export const bodyOf = async ({ req }: PageContext): Promise<string> =>
  new TextDecoder().decode(await readAtMost(MAX_BODY_BYTES, req.raw.body));
