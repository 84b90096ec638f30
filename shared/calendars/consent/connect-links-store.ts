import * as v from 'valibot';
import type { ConnectLinkStore } from '#shared/calendars/consent/ports/connect-links';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { Saved } from '#shared/core/store';
import { DAY_MS, later, SECOND_MS } from '#shared/core/time';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { resourceKey } from '#shared/dynamodb/keys';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';

const LinkRow: v.GenericSchema<unknown, ConnectLink> = v.object({
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
});

export const connectLinkStore = (table: Table): ConnectLinkStore => ({
  find: async (link) => loaded(LinkRow, await table.get(resourceKey(link))),
});

/** A month longer than it is good for: who comes late is told what became of it. */
const KEPT_MS = 30 * DAY_MS;

export const putConnectLink = ({ before, after }: Saved<ConnectLink>): Write => ({
  put: {
    ...resourceKey(after.id),
    type: 'connect_link',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    ttl: Math.ceil(later(after.expiresAt, KEPT_MS) / SECOND_MS),
  },
  when: unlessSavedSince(before?.revision ?? 0),
});
