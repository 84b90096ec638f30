import type { CspSources } from '#shared/api/page-kit/page-kit';

/** Content Security Policy of a page: no inline code, no other host but the named sources. */
export const contentSecurityPolicy = (...sources: readonly (CspSources | undefined)[]): string => {
  const formAction = sources.flatMap((one) => one?.formAction ?? []);
  const mediaSrc = sources.flatMap((one) => one?.mediaSrc ?? []);
  const connectSrc = sources.flatMap((one) => one?.connectSrc ?? []);
  const frameSrc = sources.flatMap((one) => one?.frameSrc ?? []);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    ["media-src 'self'", ...mediaSrc].join(' '),
    ...(connectSrc.length > 0 ? [['connect-src', ...connectSrc].join(' ')] : []),
    ...(frameSrc.length > 0 ? [['frame-src', ...frameSrc].join(' ')] : []),
    // Browsers check the redirects after a form against this as well.
    ["form-action 'self'", ...new Set(formAction)].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
};

/** Sent with every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`, which makes browsers send our own forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/**
 * For a document of others that a page shows in a frame: no script, no form, no address of ours. Its styles are inline and
 * its images are anywhere, as in a mail.
 */
export const FRAMED_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};
