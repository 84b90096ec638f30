import { RapporteurError } from './errors.js';
import { MEDIA_TYPES } from './generated/media-types.js';

const JSON_ALONE = ['application/json'];

/** Without its parameters, in lower case; empty where the response names none. */
export const mediaTypeOf = (response: Response): string =>
  response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * Returns the response if its media type is one that the operation has. Throws a RapporteurError for another: it is not
 * of the API, but of something in between.
 */
export function requireMediaType(
  response: Response,
  { method = 'GET', url }: { readonly method?: string | undefined; readonly url: string },
): Response {
  const accepted = MEDIA_TYPES[`${method} ${url}`] ?? JSON_ALONE;
  const type = mediaTypeOf(response);
  if (!response.ok || accepted.includes(type)) return response;
  const sentence = `The response is ${type || 'without a media type'} in place of ${accepted.join(' or ')}. It is not of the API: does a proxy or a sign-in page answer?`;
  throw new RapporteurError(response.status, [], response.headers.get('x-request-id') ?? undefined, sentence);
}
