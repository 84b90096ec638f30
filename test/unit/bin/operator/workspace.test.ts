import { changeWorkspace, domainType, limitType, moveToOwner } from '#bin/operator/workspace';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { useUpDownloads } from '#test/support/used-up-downloads';

describe('npm run ops -- workspace', () => {
  it('allows and forbids the work of people, each for itself', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');
    const change = (allowed: Parameters<typeof changeWorkspace>[2]) => changeWorkspace(context, workspaceId, allowed);

    expect(await change({ humanTranslation: true })).toContain('human transcription off, human translation on');
    expect(await change({ humanTranscription: true })).toContain('human transcription on, human translation on');
    expect(await change({ humanTranslation: false })).toContain('human transcription on, human translation off');
  });

  it('sets and removes limits by kind, and says what was used of each', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');
    const limit = (limits: Parameters<typeof changeWorkspace>[3]) => changeWorkspace(context, workspaceId, {}, limits);

    expect(await limit({ recorded_minutes: 6_000 })).toContain('recorded_minutes 0 of 6000 this month');
    expect(await limit({ exports: 10 })).toContain('recorded_minutes 0 of 6000 this month. exports 0 of 10 this month');
    expect(await limit({ recorded_minutes: null })).not.toContain('recorded_minutes');
    expect(await limit({})).toContain('exports 0 of 10 this month');
  });

  it('sets the limit of stored bytes, says what is stored, and gives back the default', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');
    const limit = (most: number | null) => changeWorkspace(context, workspaceId, {}, { stored_bytes: most });

    expect(await limit(2_000)).toContain('stored_bytes 0 of 2000.');
    expect(await limit(null)).toContain('stored_bytes 0 of 5000000000000.');
  });

  it('says what was downloaded today, of the workspace and of its founder', async () => {
    const world = aWorld();
    const { workspaceId, userId } = await world.anOwner('Acme');
    await useUpDownloads(world, { workspaceId, less: 1 });
    await useUpDownloads(world, { founderId: userId });

    expect(await changeWorkspace(world.context, workspaceId, {})).toContain(
      ' downloaded_bytes 499999999999 today. user_downloaded_bytes 1000000000000 today.',
    );
  });

  it('counts a workspace for its present owner with --count-for-owner, and not for who made it and left', async () => {
    const { context, anOwner, aWorkspaceOf, dynamo } = aWorld();
    const [maker, customer] = [await anOwner('Maker'), await anOwner('Customer')];
    const { id } = await aWorkspaceOf(maker.userId, 'Handed over');
    const found = await workspaces.find(context.table, id);
    if (!found) throw new Error('There is no workspace.');
    const handedOver = { ...found.state, founderId: maker.userId, ownerId: customer.userId };
    await context.table.transact(workspaces.put(found, handedOver));
    const active = (user: string) =>
      Number(dynamo.items().find(({ pk }) => pk?.S?.startsWith(`LIMIT#${user}#active_workspaces#`))?.['used']?.N ?? 0);
    const before = [active(maker.userId), active(customer.userId)];

    const said = await moveToOwner(context, id);

    const after = await workspaces.find(context.table, id);
    expect(said).toContain(`counts for the limits of its owner ${customer.userId}`);
    expect(after && founderOf(after.state)).toBe(customer.userId);
    expect([active(maker.userId), active(customer.userId)]).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) + 1]);
  });

  it('writes an audit event of the operator for what it changes, and none for what it only says', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');

    const operator = 'arn:aws:sts::111122223333:assumed-role/operators/ada';
    await changeWorkspace({ ...context, operator }, workspaceId, { humanTranslation: true }, { exports: 10 });
    await changeWorkspace(context, workspaceId, {});

    const { items } = await auditEvents.list(
      context.table,
      workspaceId,
      { now: context.clock.now() },
      { limit: 10, after: undefined },
    );
    expect(items.map(({ action, actor, addressHash }) => [action, actor, addressHash])).toEqual([
      ['workspace.limits_updated', { type: 'command', principal: operator }, null],
      ['workspace.updated', { type: 'command', principal: operator }, null],
    ]);
  });

  it('reads a limit as KIND=NUMBER or KIND=none, and nothing else', () => {
    expect(limitType.parse('recorded_minutes=6000')).toEqual(['recorded_minutes', 6_000]);
    expect(limitType.parse('exports=none')).toEqual(['exports', null]);
    expect(limitType.parse('stored_bytes=2000000000000')).toEqual(['stored_bytes', 2e12]);
    expect(limitType.parse('exports=2000000000000')).toBeUndefined();
    for (const text of ['exports', 'exports=', 'exports=-1', 'exports=1.5', 'meetings=3', 'exports=ten'])
      expect(limitType.parse(text)).toBeUndefined();
  });

  it('approves mail and verifies domains, each for itself, and takes both back', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');
    const trust = (change: Parameters<typeof changeWorkspace>[4]) =>
      changeWorkspace(context, workspaceId, {}, {}, change);

    expect(await trust({})).toContain('mail not approved, verified domains none.');
    expect(await trust({ mailApproved: true })).toContain('mail approved, verified domains none.');
    expect(await trust({ verifiedDomains: ['acme.io'] })).toContain('mail approved, verified domains acme.io.');
    expect(await trust({ mailApproved: false })).toContain('mail not approved, verified domains acme.io.');
    expect(await trust({ verifiedDomains: [] })).toContain('verified domains none.');
  });

  it('reads a domain in any case, none, and nothing else', () => {
    expect(domainType.parse('ACME.io')).toEqual({ domain: 'acme.io' });
    expect(domainType.parse('none')).toEqual({ domain: undefined });
    for (const text of ['acme', 'https://acme.io', '', 'a b.io', '@acme.io'])
      expect(domainType.parse(text)).toBeUndefined();
  });

  it('refuses an unknown workspace', async () => {
    const { context } = aWorld();

    await expect(changeWorkspace(context, 'wks_none' as WorkspaceId, {})).rejects.toThrow('no workspace wks_none');
  });
});
