import { randomBytes } from 'node:crypto';
import { CouldNotStart } from '#bin/could-not-start';
import type { Pinned } from '#bin/pin-options';
import type { UserId, WebhookEndpointId } from '#shared/core/ids';
import type { Table } from '#shared/dynamodb/table';
import { userStore } from '#shared/identity/store';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { typeIds } from '#shared/platform/type-ids';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { moveEndpointPin } from '#shared/webhooks/endpoints/commands/move-endpoint-pin';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { changeStore } from '#shared/wiring/change-store';
import { workspaceStore } from '#shared/workspaces/store';

/** Moves a pin as support does, and answers in words what was done. Refuses an id that nobody has in a sentence. */
export const movePin = (table: Table, pinned: Pinned, to: string): Promise<string> =>
  'key' in pinned ? moveKey(table, pinned.key, to) : moveEndpoint(table, pinned.endpoint, to);

async function moveKey(table: Table, user: UserId, to: string): Promise<string> {
  const users = userStore(table);
  const [before, found] = await Promise.all([users.key(user), users.find(user)]);
  if (!before || !(await users.movePin(user, to))) throw new CouldNotStart(`There is no user ${user}`);
  const email = found?.state.email ?? 'no email';
  return `The key of ${user} (${email}) is pinned to ${to}; it was ${before.pin ?? 'not pinned yet'}.`;
}

async function moveEndpoint(table: Table, endpoint: WebhookEndpointId, to: string): Promise<string> {
  const move = moveEndpointPin({
    endpoints: webhookEndpointStore(table),
    workspaces: workspaceStore(table),
    changes: changeStore(table, { ids: typeIds({ now: systemClock.now, randomBytes }), snapshot: snapshotOf }),
    clock: systemClock,
    patience: fullJitter,
  });
  const before = await move(endpoint, to);
  if (!before) throw new CouldNotStart(`There is no webhook endpoint ${endpoint}`);
  return `The webhook endpoint ${endpoint} (${before.url}) is pinned to ${to}; it was ${before.pin}.`;
}
