import { randomBytes as randomly } from 'node:crypto';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConnectionEventType } from '#shared/calendars/connections/rules/transitions';
import type { DeliveryId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import {
  DEFAULT_OPTIONS,
  type EndpointOptions,
  HEALTHY,
  subscriptionOf,
  type WebhookEndpoint,
} from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { sealCustomHeaders } from '#shared/webhooks/signing/custom-headers';
import { newSecret } from '#shared/webhooks/signing/signature';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aReceiver, type Receiver } from './receiver.ts';
import type { inMemoryServices } from './services.ts';

interface EndpointGiven {
  readonly receiver?: Receiver;
  readonly pin?: string;
  readonly types?: readonly string[];
  readonly enabled?: boolean;
  /** Filters and the like; none where none are given. */
  readonly options?: Partial<EndpointOptions>;
  /** That its owner adds to the requests, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Newest first; one is made where none is given. */
  readonly secrets?: readonly { readonly secret: string; readonly until: Instant | null }[];
}

/** A workspace with its endpoints and events. No fault is injected here. */
export function partnerWorkspace(
  { dynamo, kms, clock, random, receivers }: ReturnType<typeof inMemoryServices>,
  number = 123_456_789,
) {
  const table = tableOver(dynamo);
  const randomBytes = seededBytes(random);
  const commands = commandContext({ table, clock, randomBytes, backoff: { pause: async () => undefined } });
  const { ids, changes } = commands;
  const sealer = kmsSealer(kms, 'key');
  const workspaceId = ids.make('wks');
  let endpoints: readonly WebhookEndpoint[] = [];

  const found = async (id: WebhookEndpointId) => {
    const before = await webhookEndpoints.find(table, id);
    if (!before) throw new Error(`There is no ${id}.`);
    return before;
  };

  /** The workspace's row, with the subscriptions of its endpoints. */
  const workspaceRow = async (): Promise<readonly Write[]> => {
    const before = await workspaces.find(table, workspaceId);
    const workspace = before?.state ?? { ...aWorkspace(workspaceId, clock.now()), number };
    return workspaces.put(before, { ...workspace, endpoints: endpoints.map(subscriptionOf) });
  };

  /** Writes this event to the outbox. */
  const tell = (event: DomainEvent): Promise<void> =>
    changes.save({ at: clock.now(), events: [event], subscriptions: endpoints.map(subscriptionOf) });

  return {
    workspaceId,
    table,
    commands,

    async anEndpoint(wanted: EndpointGiven = {}) {
      const { receiver = aReceiver(), pin = '2026-10-12', types = ['*'], enabled = true } = wanted;
      const id = ids.make('whe');
      const made = { secret: newSecret(randomBytes(32)), until: null };
      const secrets = wanted.secrets ?? [made];
      const context = { workspace: workspaceId, resource: id };
      const endpoint: WebhookEndpoint = {
        ...{ id, workspaceId, url: receiver.url, enabledEvents: types, pin, metadata: {} },
        ...DEFAULT_OPTIONS,
        ...wanted.options,
        headers: await sealCustomHeaders(sealer, wanted.headers ?? {}, context),
        status: enabled ? 'enabled' : 'disabled',
        ...HEALTHY,
        sealedSecrets: await Promise.all(
          secrets.map(async ({ secret, until }) => ({ sealed: await sealer.seal(secret, context), until })),
        ),
        createdAt: clock.now(),
        updatedAt: clock.now(),
      };
      receivers.push(receiver);
      endpoints = [...endpoints, endpoint];
      await changes.save({
        at: clock.now(),
        writes: [webhookEndpoints.put(undefined, endpoint), await workspaceRow()],
      });
      return { id, receiver, pin, secret: secrets[0]?.secret ?? made.secret };
    },

    /** Its owner changes it; earlier events keep the subscription of their time. */
    async change(id: WebhookEndpointId, changed: Partial<WebhookEndpoint>): Promise<void> {
      const before = await found(id);
      const after = { ...before.state, ...changed };
      endpoints = endpoints.map((one) => (one.id === id ? after : one));
      await changes.save({ at: clock.now(), writes: [webhookEndpoints.put(before, after), await workspaceRow()] });
    },

    endpoint: async (id: WebhookEndpointId): Promise<WebhookEndpoint> => (await found(id)).state,

    /** A secret as the endpoint's row would hold it. */
    sealedFor: (id: WebhookEndpointId, secret: string) => sealer.seal(secret, { workspace: workspaceId, resource: id }),

    async remove(id: WebhookEndpointId): Promise<void> {
      await changes.save({ at: clock.now(), writes: [webhookEndpoints.remove(await found(id))] });
    },

    /** Requests a redelivery. */
    async asksFor(deliveryId: DeliveryId): Promise<void> {
      await changes.save({ at: clock.now(), jobs: [{ type: 'job.redelivery', deliveryId }] });
    },

    /** Writes an event of a calendar connection to the outbox, with so many more characters in its payload. */
    async happens(type: ConnectionEventType = 'calendar_connection.connected', padding = 0): Promise<void> {
      const connection = aConnection(ids.make('cal'), workspaceId, clock.now());
      const accountEmail = `${randomly(padding).toString('hex').slice(padding)}${connection.accountEmail}`;
      await tell({ type, connection: { ...connection, accountEmail } });
    },

    tell,
  };
}

export const aWorkspace = (id: WorkspaceId, at: Instant): Workspace => ({
  ...{ id, number: 123_456_789, name: 'Acme', ownerEmail: 'owner@acme.test', emailDomains: ['acme.test'] },
  ...{ metadata: {}, archivedAt: null, createdAt: at, updatedAt: at, choices: [], endpoints: [] },
  ownerId: 'usr_01h455vb4pex5vsknk084sn02q' as Workspace['ownerId'],
});

const aConnection = (id: CalendarConnection['id'], workspaceId: WorkspaceId, at: Instant): CalendarConnection => ({
  ...{ id, workspaceId, provider: 'google', status: 'active', accountEmail: 'ada@acme.test' },
  memberId: 'mem_01h455vb4pex5vsknk084sn02q' as CalendarConnection['memberId'],
  connectedAt: at,
  lastSyncedAt: null,
  warnings: [],
  createdAt: at,
});
