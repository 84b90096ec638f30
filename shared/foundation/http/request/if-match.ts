import { Refusal } from '#shared/foundation/core/refusal';

/**
 * Holds a change to what its caller has read (RFC 9110, section 13.1.1). The mark of a weak tag is ignored: proxies that
 * compress an answer add it. 428 without the header, 412 where none of its tags is the current one.
 */
export function requireMatch(ifMatch: string | undefined, etag: string, noun: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '')
    throw new Refusal('precondition_required', [
      { code: 'precondition_required', message: `Send the ETag of the ${noun} in the If-Match header.` },
    ]);
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes('*') || tags.includes(etag)) return;
  throw new Refusal('precondition_failed', [
    { code: 'precondition_failed', message: `The ${noun} has changed since it was read: read it again.` },
  ]);
}
