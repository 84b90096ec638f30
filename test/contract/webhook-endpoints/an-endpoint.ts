import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import type { AppContext } from '#shared/api/http/ports';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { aWorld, callsTo } from '#test/support/api';

/** Every name leads to one public address, but those in `private.test` and `nowhere.test`. */
const lookUp: NameLookup = async (name) => {
  if (name.endsWith('nowhere.test')) throw new Error('NXDOMAIN');
  return name.endsWith('private.test') ? ['93.184.216.34', '10.0.0.1'] : ['93.184.216.34'];
};

/** The endpoints of a world, and what an owner sends to make one. */
export async function aWorldWithAnOwner(overrides: Partial<AppContext> = {}) {
  const world = aWorld(overrides);
  const owner = await world.anOwner();
  const call = callsTo(webhookEndpoints({ ...world.context, lookUp }));
  const wanted = {
    workspace_id: owner.workspaceId,
    url: 'https://partner.test/hooks',
    enabled_events: ['meeting.created'],
  };
  const create = (changes: object = {}, key = owner.key) =>
    call('POST', '/webhook_endpoints', { key, body: { ...wanted, ...changes } });
  return { ...world, owner, call, wanted, create, lookUp };
}
