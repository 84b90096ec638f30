import type { Reply } from '#shared/foundation/http/response/reply';

/**
 * The same for every caller until the next deployment, readable from pages of any origin. The document is not a resource,
 * so no version change applies to it: hence a text with a content type.
 */
export const asDocument = (body: string, contentType: string): Reply => ({
  status: 200,
  body,
  contentType,
  headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
});
