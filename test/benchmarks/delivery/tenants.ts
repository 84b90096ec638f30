import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { systemClock } from '#shared/foundation/platform/system-clock';
import {
  DEFAULT_OPTIONS,
  HEALTHY,
  subscriptionOf,
  type WebhookEndpoint,
} from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { newSecret } from '#shared/webhooks/signing/signature';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '../random.ts';
import type { Platform } from './platform.ts';
import type { Behaviour, Place } from './receivers.ts';

/** Partners with this many workspaces, each of which tells as many endpoints of everything. */
export const WORKSPACES = 100;
export const ENDPOINTS = 3;

interface Given {
  readonly platform: Platform;
  readonly random: () => number;
  readonly open: (place: Place) => void;
  readonly behaviourOf: (workspace: number, endpoint: number) => Behaviour;
}

export type Tenant = Awaited<ReturnType<typeof tenants>>[number];

/** Workspaces with their endpoints, made before the clock starts. */
export async function tenants({ platform, random, open, behaviourOf }: Given) {
  const randomBytes = seededBytes(random);
  const { ids, changes } = commandContext({
    ...{ table: platform.table, clock: systemClock, randomBytes },
    backoff: { pause: async () => undefined },
  });
  const sealer = kmsSealer(platform.kms, 'key');

  const anEndpoint = async (workspaceId: WorkspaceId, name: string, behaviour: Behaviour): Promise<WebhookEndpoint> => {
    const id = ids.make('whe');
    const place = { url: `https://${name}.partner.test/hooks`, secret: newSecret(randomBytes(32)), behaviour };
    open(place);
    const sealed = await sealer.seal(place.secret, { workspace: workspaceId, resource: id });
    const now = systemClock.now();
    const after: WebhookEndpoint = {
      ...{ id, workspaceId, url: place.url, enabledEvents: ['*'], pin: '2026-10-12', metadata: {} },
      ...DEFAULT_OPTIONS,
      ...HEALTHY,
      ...{ status: 'enabled', sealedSecrets: [{ sealed, until: null }], createdAt: now, updatedAt: now },
    };
    await changes.save({ at: now, writes: [webhookEndpoints.put(undefined, after)] });
    return after;
  };

  const aTenant = async (nth: number) => {
    const workspaceId = ids.make('wks');
    const endpoints: WebhookEndpoint[] = [];
    for (let at = 0; at < ENDPOINTS; at += 1)
      endpoints.push(await anEndpoint(workspaceId, `w${nth}-e${at}`, behaviourOf(nth, at)));
    return {
      ...{ nth, workspaceId, endpoints, ids },
      /** Something happens, in one transaction as any change of the product's; answers the id of what it was about. */
      async happens(): Promise<string> {
        const at = systemClock.now();
        const connection = aConnection(ids.make('cal'), workspaceId, at);
        const events = [{ type: 'calendar_connection.connected', connection }] as const;
        await changes.save({ at, events, subscriptions: endpoints.map(subscriptionOf) });
        return connection.id;
      },
    };
  };

  return Promise.all(Array.from({ length: WORKSPACES }, (_, nth) => aTenant(nth)));
}

const aConnection = (id: CalendarConnection['id'], workspaceId: WorkspaceId, at: Instant): CalendarConnection => ({
  ...{ id, workspaceId, provider: 'google', status: 'active', accountEmail: 'ada@acme.test' },
  memberId: 'mem_01h455vb4pex5vsknk084sn02q' as CalendarConnection['memberId'],
  connectedAt: at,
  lastSyncedAt: null,
  warnings: [],
  createdAt: at,
});
