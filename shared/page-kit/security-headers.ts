import type { CspSources } from '#shared/page-kit/page-kit';

/** Content Security Policy of a page: no inline code, no other host but the named sources. */
export const contentSecurityPolicy = (...sources: readonly (CspSources | undefined)[]): string => {
  const formAction = sources.flatMap((one) => one?.formAction ?? []);
  const mediaSrc = sources.flatMap((one) => one?.mediaSrc ?? []);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    ["media-src 'self'", ...mediaSrc].join(' '),
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
