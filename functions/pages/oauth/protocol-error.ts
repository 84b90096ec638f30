import type { PageContext } from '#shared/api/page-kit/page-kit';
import { AWS_RETRY_SECONDS, isAwsError } from '#shared/foundation/core/error-name';
import { BodyTooLarge, readAtMost } from '#shared/foundation/core/read-at-most';
import { Refusal } from '#shared/foundation/core/refusal';
import { Throttled } from '#shared/foundation/core/store';

/** More than ten redirects of 500 characters, and than any request for a token. */
export const MAX_BODY_BYTES = 16 * 1024;

/** The body of a request as text. Throws `BodyTooLarge`. */
export const bodyOf = async ({ req }: PageContext): Promise<string> =>
  new TextDecoder().decode(await readAtMost(MAX_BODY_BYTES, req.raw.body));

/** An expected failure at an endpoint for programs, as JSON; throws any other. */
export function asProtocolError(c: PageContext, error: unknown): Response {
  if (error instanceof BodyTooLarge) {
    const error_description = `The body has more than ${MAX_BODY_BYTES} bytes.`;
    return c.json({ error: 'invalid_request', error_description }, 413);
  }
  if (error instanceof Throttled) return unavailable(c, 503, 'The service is busy.', 1);
  if (isAwsError(error)) {
    c.error = error;
    return unavailable(c, 503, 'The service is not available.', AWS_RETRY_SECONDS);
  }
  if (!(error instanceof Refusal) || error.kind !== 'rate_limited') throw error;
  return unavailable(c, 429, error.message, error.extras.retryInSeconds ?? 1);
}

const unavailable = (c: PageContext, status: 429 | 503, error_description: string, retryInSeconds: number): Response =>
  c.json({ error: 'temporarily_unavailable', error_description }, status, { 'retry-after': String(retryInSeconds) });
