import { applied } from '#bin/operator/rights';
import { appPages } from '#functions/pages/app/index';
import { handOff } from '#shared/accounts/agent-sessions/commands/hand-off';
import { disableUser, enableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { removeUser } from '#shared/accounts/identity/commands/remove-user';
import { replaceDisplayedKey } from '#shared/accounts/identity/commands/replace-key';
import { signIn } from '#shared/accounts/identity/commands/sign-in';
import { userKey } from '#shared/accounts/identity/credentials-store';
import { roleOf, rolesOf, workspaces } from '#shared/accounts/workspaces/store';
import { byOperator } from '#shared/foundation/audit-events/rules/audit-event';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';
import { aBrowserOf, aPageWorld } from '#test/support/pages';
import { aDeployment, codesOf } from './a-deployment.ts';

const PERSON = { subject: 'https://id.test ada', email: 'admin@acme.test' };

/** An administrator with a key, a session in a browser and a handoff code, in a workspace with an owner. */
async function anAdmin() {
  const world = aPageWorld();
  const deployment = await aDeployment(world);
  const { context, call, owner } = deployment;
  const admin = await world.aColleague(owner.workspaceId, 'admin');
  await signIn(context)(PERSON, { isOpen: true });
  const browser = await aBrowserOf(appPages({ ...world.pages, files: world.files }), world, admin.userId);
  const { code } = await handOff(context)(admin);
  const paths = ['/workspaces', `/meetings?workspace_id=${owner.workspaceId}`, `/policies/${owner.workspaceId}`];
  const inParallel = (from = paths) =>
    Promise.all(
      Array.from({ length: 51 }, (_, nth) => call('GET', String(from[nth % from.length]), { key: admin.key })),
    );
  const exchange = () => call('POST', '/agent_sessions', { body: { token: code } });
  return { ...deployment, world, admin, browser, paths, inParallel, exchange };
}
type Admin = Awaited<ReturnType<typeof anAdmin>>;

/** The statuses of parallel requests, of a page and of the exchange of a code. */
async function refusals({ inParallel, browser, exchange }: Admin) {
  const [requests, page, code] = await Promise.all([inParallel(), browser.get('/app'), exchange()]);
  return {
    requests: [...new Set(requests.map(({ status }) => status))],
    page: page.location?.split('?')[0],
    code: code.status,
  };
}

const ALL_REFUSED = { requests: [401], page: '/sign-in', code: 401 };

describe('a removed user', () => {
  it('is refused with key, session and handoff code at once, in every group of endpoints', async () => {
    const there = await anAdmin();
    expect((await there.inParallel()).every(({ status }) => status === 200)).toBe(true);

    await removeUser(there.context)(there.admin.userId);

    expect(await refusals(there)).toEqual(ALL_REFUSED);
    expect(new Set((await there.inParallel()).flatMap(codesOf))).toEqual(new Set(['invalid_api_key']));
  });

  it('gets no other key from a page that was open', async () => {
    const { context, admin } = await anAdmin();
    const seen = await userKey(context.table, admin.userId);
    await removeUser(context)(admin.userId);

    for (const displayed of [seen?.createdAt ?? null, null])
      await expect(replaceDisplayedKey(context)(admin.userId, displayed, byOperator())).rejects.toThrow('has changed');
  });

  it('is a new user without roles at the next sign-in', async () => {
    const { context, admin } = await anAdmin();
    await removeUser(context)(admin.userId);

    const again = await signIn(context)(PERSON, { isOpen: true });

    expect(again).not.toBe(admin.userId);
    expect(await roleOf(context.table, again, admin.workspaceId)).toBeUndefined();
    expect(await signIn(context)(PERSON, { isOpen: true })).toBe(again);
  });

  it('leaves no role in any of 90 workspaces', async () => {
    const { context, admin, world } = await anAdmin();
    for (let nth = 0; nth < 90; nth += 1) {
      const { workspaceId } = await world.anOwner(`Acme${nth}`);
      const membership = { userId: admin.userId, workspaceId, role: 'member', createdAt: context.clock.now() } as const;
      await context.changes.save({ at: context.clock.now(), writes: [putOlderRole(membership)] });
    }

    await removeUser(context)(admin.userId);

    const { items } = await rolesOf(context.table, admin.userId, { limit: 100, after: undefined });
    expect(items).toEqual([]);
  });
});

describe('a disabled user', () => {
  it('is refused with key, session and handoff code at once, and at sign-in', async () => {
    const there = await anAdmin();

    await disableUser(there.context)(there.admin.userId);

    expect(await refusals(there)).toEqual(ALL_REFUSED);
    await expect(signIn(there.context)(PERSON, { isOpen: true })).rejects.toThrow('disabled');
  });

  it('gets no other key', async () => {
    const { context, admin } = await anAdmin();
    const seen = await userKey(context.table, admin.userId);
    await disableUser(context)(admin.userId);

    await expect(replaceDisplayedKey(context)(admin.userId, seen?.createdAt ?? null, byOperator())).rejects.toThrow(
      'has changed',
    );
  });

  it('has the same key and roles when enabled, and no session of before', async () => {
    const { context, admin, inParallel, browser } = await anAdmin();
    await disableUser(context)(admin.userId);

    await enableUser(context)(admin.userId);

    expect((await inParallel()).every(({ status }) => status === 200)).toBe(true);
    expect((await browser.get('/app')).location).toBe('/sign-in?next=%2Fapp');
    expect(await signIn(context)(PERSON, { isOpen: true })).toBe(admin.userId);
  });

  it('without a key can create one when enabled, and none before', async () => {
    const { context } = await anAdmin();
    const person = { subject: 'https://id.test bo', email: 'bo@bo.test' };
    const userId = await signIn(context)(person, { isOpen: true });
    await disableUser(context)(userId);
    await expect(replaceDisplayedKey(context)(userId, null, byOperator())).rejects.toThrow('has changed');

    await enableUser(context)(userId);

    expect((await replaceDisplayedKey(context)(userId, null, byOperator())).apiKey).toMatch(/^rap_/);
  });
});

describe('a user who was removed from a workspace', () => {
  it('is refused there at once, and nowhere else', async () => {
    const { context, admin, inParallel, paths, call, exchange } = await anAdmin();

    await removeFromWorkspace(context)(admin.userId, admin.workspaceId);

    const requests = await inParallel(paths.slice(1));
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await exchange()).status).toBe(401);
    expect((await call('GET', '/workspaces', { key: admin.key })).body.data).toEqual([]);
  });

  it('409 workspace_owner: is not the only owner', async () => {
    const { context, owner } = await anAdmin();

    await expect(removeFromWorkspace(context)(owner.userId, owner.workspaceId)).rejects.toThrow(
      'the only owner of Acme',
    );
    await expect(removeUser(context)(owner.userId)).rejects.toThrow('the only owner of Acme');
  });

  it('leaves one owner when two are removed at the same time, who is the one that the workspace names', async () => {
    const { context, owner, world } = await anAdmin();
    const second = await world.aColleague(owner.workspaceId, 'owner');

    const outcomes = await Promise.allSettled(
      [owner, second].map(({ userId }) => removeFromWorkspace(context)(userId, owner.workspaceId)),
    );

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = outcomes[0]?.status === 'rejected' ? owner : second;
    const workspace = await workspaces.find(context.table, owner.workspaceId);
    expect(workspace?.state.ownerId).toBe(left.userId);
  });
});

describe('npm run ops -- user', () => {
  it('takes a user by email or id, and says what it did', async () => {
    const { context, admin } = await anAdmin();
    const run = (change: 'remove' | 'disable' | 'enable', person: string) =>
      applied({ change, person, workspaceId: undefined })(context);

    expect(await run('disable', 'admin@acme.test')).toBe(`admin@acme.test (${admin.userId}) is disabled.`);
    expect(await run('enable', admin.userId)).toBe(`admin@acme.test (${admin.userId}) is enabled.`);
    expect(await run('remove', 'admin@acme.test')).toBe(`admin@acme.test (${admin.userId}) is removed.`);
    await expect(run('remove', 'admin@acme.test')).rejects.toThrow('No user has the email address admin@acme.test');
  });

  it('says how to go on with the only owner of a workspace', async () => {
    const { context, owner } = await anAdmin();

    const removal = applied({ change: 'remove', person: owner.userId, workspaceId: owner.workspaceId })(context);

    await expect(removal).rejects.toThrow('Archive the workspace or create another owner first');
  });
});
