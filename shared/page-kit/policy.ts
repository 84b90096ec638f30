import type { Widened } from '#shared/page-kit/page-kit';

/** Nothing is fetched, run, styled or framed but what is named: no other host, nothing inline. */
export const contentSecurityPolicy = (...widened: readonly (Widened | undefined)[]): string => {
  const formsLeadTo = widened.flatMap((one) => one?.formsLeadTo ?? []);
  const mediaFrom = widened.flatMap((one) => one?.mediaFrom ?? []);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    ["media-src 'self'", ...mediaFrom].join(' '),
    // A browser holds the redirects after a form to this as well.
    ["form-action 'self'", ...new Set(formsLeadTo)].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
};

/** On every answer, whatever became of the request. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: with it a form of ours would say `Origin: null`.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};
