import { getAuditEventContract as contract } from '#shared/accounts/audit-events/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anAuditedWorld } from './an-audited-world.ts';

describe('GET /audit_events/{id}', () => {
  it('200: the event as the list shows it', async () => {
    const { anEndpoint, list, calls, owner } = await anAuditedWorld();
    await anEndpoint();
    const [listed] = (await list()).body.data;

    const answered = await calls.workspaces('GET', `/audit_events/${listed.id}`, { key: owner.key });

    expect(expectSuccess(contract, answered, 200)).toEqual(listed);
  });

  it('404: an event of another workspace', async () => {
    const { anEndpoint, list, calls, world } = await anAuditedWorld();
    await anEndpoint();
    const [listed] = (await list()).body.data;
    const stranger = await world.anOwner();

    const answered = await calls.workspaces('GET', `/audit_events/${listed.id}`, { key: stranger.key });

    expect(expectError(contract, answered, 404)).toEqual(['not_found']);
  });
});
