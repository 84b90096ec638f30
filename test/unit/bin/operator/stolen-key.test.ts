import { randomBytes } from 'node:crypto';
import { replaceKeyOf, revokeKeyOf } from '#bin/operator/key';
import { movePin } from '#bin/operator/pin';
import { applied } from '#bin/operator/rights';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import { storedKey } from '#shared/accounts/identity/credentials-store';
import { keyIdOf } from '#shared/accounts/identity/rules/credential';
import { aDeployment } from '#test/contract/edge/a-deployment';
import { describe, expect, it } from '#test/support/jest';

const PRINCIPAL = 'arn:aws:sts::111122223333:assumed-role/operators/ada';
const EMAIL = 'owner@acme.test';

async function anOwnerWithKey() {
  const { context: given, call, owner } = await aDeployment();
  const context = { ...given, operator: PRINCIPAL };
  const stage = { table: context.table, context };
  const rights = (change: 'disable' | 'enable') => applied({ change, person: EMAIL, workspaceId: undefined })(context);
  return {
    ...{ context, owner, call, rights },
    keyId: keyIdOf(apiKeys({ randomBytes }).read(owner.key)?.digest ?? ''),
    status: async (key: string) => (await call('GET', '/workspaces', { key })).status,
    revoke: () => revokeKeyOf(stage, EMAIL),
    replace: async () => {
      const { text: key, note } = await replaceKeyOf(stage, context.sealer, EMAIL);
      return { key, note };
    },
    audited: async () => {
      const page = { limit: 20, after: undefined };
      const filter = { now: context.clock.now() };
      return (await auditEvents.list(context.table, owner.workspaceId, filter, page)).items;
    },
  };
}

describe('a stolen key', () => {
  it('ends by the email of its user, with the keyId that the log has for it', async () => {
    const { owner, status, revoke, keyId } = await anOwnerWithKey();

    const { text } = await revoke();

    expect(text).toBe(`The key of ${owner.userId} is revoked; in the log its keyId is ${keyId}.`);
    expect(await status(owner.key)).toBe(401);
  });

  it('does not come back when its disabled user is enabled after it was revoked', async () => {
    const { owner, status, revoke, replace, rights } = await anOwnerWithKey();
    await rights('disable');

    await revoke();
    await rights('enable');

    expect(await status(owner.key)).toBe(401);
    expect(await status((await replace()).key)).toBe(200);
  });

  it('does not come back when it is replaced before its disabled user is enabled; the new one works then', async () => {
    const { owner, status, replace, rights } = await anOwnerWithKey();
    await rights('disable');

    const { key, note } = await replace();
    expect(note).toContain('the new key works once they are enabled');
    expect([await status(owner.key), await status(key)]).toEqual([401, 401]);
    await rights('enable');

    expect([await status(owner.key), await status(key)]).toEqual([401, 200]);
  });

  it('is revoked once: then the user has none, and a new one may be made', async () => {
    const { revoke, replace, status } = await anOwnerWithKey();
    await revoke();

    await expect(revoke()).rejects.toThrow('There is no such key of this user.');

    const { key, note } = await replace();
    expect([note, await status(key)]).toEqual(['The user had no key.', 200]);
  });

  it('has its version moved while its user is disabled', async () => {
    const { context, owner, rights } = await anOwnerWithKey();
    await rights('disable');

    await movePin(context, { key: EMAIL }, '2026-10-09');

    expect((await storedKey(context.table, owner.userId))?.key.pin).toBe('2026-10-09');
  });

  it('has an audit event of each command, with the AWS principal who ran it', async () => {
    const { context, audited, revoke, replace, rights } = await anOwnerWithKey();

    await movePin(context, { key: EMAIL }, '2026-10-09');
    await replace();
    await rights('disable');
    await revoke();

    const byCommand = (await audited()).filter(({ actor }) => actor.type === 'command');
    expect(byCommand.map(({ action }) => action).sort()).toEqual([
      'api_key.replaced',
      'api_key.revoked',
      'api_key.updated',
      'user.disabled',
    ]);
    for (const { actor } of byCommand) expect(actor).toEqual({ type: 'command', principal: PRINCIPAL });
  });
});

describe('an audit event of an operator', () => {
  it('shows the workspace that a command did it, and not who ran it', async () => {
    const { call, owner, rights } = await anOwnerWithKey();
    await rights('disable');
    await rights('enable');

    const { body } = await call('GET', `/audit_events?workspace_id=${owner.workspaceId}`, { key: owner.key });

    expect(body.data[0].actor).toEqual({ type: 'command', user_id: null, key_last_four: null });
  });
});
