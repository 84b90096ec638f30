import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** Links of pages to files: the right of a user who loaded the page may end meanwhile (docs/security.md#open-channels). */
const PAGE_LINK_MS = 10 * MINUTE_MS;

export const pageLinksExpireAt = (now: Instant): Instant => later(now, PAGE_LINK_MS);
