/** For `Accept-Encoding`. */
export const ACCEPTED_CODING = 'gzip';

/**
 * Whether a response is in no content coding, or in one (RFC 9110, section 8.4). A few bytes in two, one around the other,
 * may keep the decoder of the inner one at work without a byte of output. Zstandard is never asked for.
 */
export const isCodedOnce = (headers: Headers): boolean => !/,|zstd/i.test(headers.get('content-encoding') ?? '');
