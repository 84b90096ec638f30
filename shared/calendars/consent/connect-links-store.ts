import * as v from 'valibot';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import { DAY_MS, later, SECOND_MS } from '#shared/core/time';
import { entity } from '#shared/dynamodb/entity';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';

/** Kept a month after it expires, so that its page shows whether it was used or has expired. */
const KEPT_MS = 30 * DAY_MS;

/** Links to the consent page. They are in no list; the workspace purge leaves them to their `ttl`. */
export const connectLinks = entity<ConnectLink>({
  noun: 'connect link',
  type: 'connect_link',
  prefix: 'ccl',
  attributes: ({ expiresAt }) => ({ ttl: Math.ceil(later(expiresAt, KEPT_MS) / SECOND_MS) }),
  schema: v.object({
    id: id('ccl'),
    workspaceId: id('wks'),
    secretDigest: v.string(),
    whose: v.union([
      v.object({ memberId: id('mem') }),
      v.object({
        memberData: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()), metadata }),
      }),
    ]),
    provider: v.nullable(v.picklist(['google', 'microsoft'])),
    emailMatch: v.picklist(['exact', 'any']),
    returnUrl: v.nullable(v.string()),
    state: v.nullable(v.string()),
    returnNamesMember: v.boolean(),
    metadata,
    used: v.nullable(v.object({ at: instant, connectionId: id('cal') })),
    createdAt: instant,
    expiresAt: instant,
  }),
});
