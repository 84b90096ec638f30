import { randomBytes } from 'node:crypto';
import { CouldNotStart } from '#bin/cli/cli-error';
import type { Pinned } from '#bin/operator/pin-options';
import { snapshotOf } from '#shared/api/resources/event-snapshot';
import { moveEndpointPin } from '#shared/commands/webhook-endpoints/move-endpoint-pin';
import type { UserId, WebhookEndpointId } from '#shared/domain/ids';
import { typeIds } from '#shared/providers/ids';
import { fullJitter, systemClock } from '#shared/providers/system-clock';
import { changeStore } from '#shared/storage/change-store';
import type { Table } from '#shared/storage/table';
import { userStore } from '#shared/storage/users';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { workspaceStore } from '#shared/storage/workspaces';

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
