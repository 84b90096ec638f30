import { createUser } from '#bin/operator/create-user';
import { orderRecorders } from '#bin/operator/recorders/order-recorders';
import { changeWorkspace } from '#bin/operator/workspace';
import { agentSessions } from '#functions/api/agent-sessions/index';
import { handOff } from '#shared/accounts/agent-sessions/commands/hand-off';
import { disableUser, enableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeUser } from '#shared/accounts/identity/commands/remove-user';
import { regenerateKey } from '#shared/accounts/identity/commands/replace-key';
import { users } from '#shared/accounts/identity/store';
import { roleOf } from '#shared/accounts/workspaces/store';
import { auditEventEntity } from '#shared/foundation/audit-events/row';
import type { AuditEvent } from '#shared/foundation/audit-events/rules/audit-event';
import type { UserId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import { anOffice } from '#test/contract/app-pages/an-office';
import { anAgent } from '#test/contract/oauth-pages/an-agent';
import { allWorkspacesIn } from '#test/support/all-workspaces-in';
import { callsTo, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const NO_KEYS = { pk: '', sk: '', type: 'audit_event' };

/** All audit events, by workspace. */
const eventsIn = ({ dynamo }: Pick<World, 'dynamo'>): readonly AuditEvent[] =>
  dynamo
    .items()
    .flatMap(({ type, state }) =>
      type?.S === 'audit_event' ? [auditEventEntity.stateIn({ ...NO_KEYS, state: state?.S ?? state?.B ?? '' })] : [],
    );

const told = (events: readonly AuditEvent[]) =>
  events.map(({ workspaceId, action, actor, target }) => [workspaceId, action, actor.type, target.id]);

describe('the audit log of each workspace of a user', () => {
  it('tells of a key that was replaced on the page, with the hash of the address, and of none for a form sent again', async () => {
    const office = await anOffice();
    const { world, owner, other } = await withSecondWorkspace(office);
    const browser = await office.ownersBrowser();
    await browser.get('/settings/personal/api');
    world.clock.advance(1000);

    await browser.submit('/settings/personal/api');

    const events = eventsIn(world).filter(({ action }) => action.startsWith('api_key.'));
    expect(told(events).sort()).toEqual(
      [owner.workspaceId, other].map((workspace) => [workspace, 'api_key.replaced', 'page', owner.userId]).sort(),
    );
    expect(new Set(events.map(({ addressHash }) => addressHash)).size).toBe(2);
    expect(JSON.stringify(events)).not.toContain('rap_');
  });

  it('tells of the first key of a user', async () => {
    const office = await anOffice();
    const { context, clock } = office.world;
    const userId = context.ids.make('usr');
    const user = { id: userId, email: 'new@acme.test', createdAt: clock.now() };
    await context.changes.save({ at: clock.now(), writes: [users.put(undefined, user)] });
    const { id: workspaceId } = await office.world.aWorkspaceOf(userId, 'New');
    const browser = await office.browserOf(userId);
    await browser.get('/settings/personal/api');

    await browser.submit('/settings/personal/api');

    expect(told(eventsIn(office.world))).toContainEqual([workspaceId, 'api_key.created', 'page', userId]);
  });

  it('tells of a key that the operator replaced', async () => {
    const { world, owner } = await anOffice();

    await regenerateKey(world.context)(owner.userId);

    expect(told(eventsIn(world))).toContainEqual([owner.workspaceId, 'api_key.replaced', 'command', owner.userId]);
  });

  it('has no event of a key that was not replaced', async () => {
    const { world } = await anOffice();

    await expect(regenerateKey(world.context)('usr_01kcw3v9e2f3hb5wnkq8zr6m4t' as UserId)).rejects.toThrow('user');

    expect(eventsIn(world).filter(({ action }) => action.startsWith('api_key.'))).toEqual([]);
  });

  it('tells of more workspaces than a transaction takes', async () => {
    const { world, owner } = await anOffice({ useOf: useFactory({ active_workspaces: 200 }) });
    for (let made = 0; made < 120; made += 1) {
      // No more than a day's limit of new workspaces.
      if (made % 10 === 0) world.clock.advance(DAY_MS);
      await world.aWorkspaceOf(owner.userId, `Acme ${made}`);
    }

    await regenerateKey(world.context)(owner.userId);

    const events = eventsIn(world).filter(({ action }) => action === 'api_key.replaced');
    expect(new Set(events.map(({ workspaceId }) => workspaceId)).size).toBeGreaterThanOrEqual(121);
  });

  it('tells of an agent that was connected, and that ended itself, once', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();

    for (const _twice of [1, 2]) await agent.form('/oauth/revoke', { client_id: clientId, token: refresh });

    const events = eventsIn(agent.world).filter(({ action }) => action.startsWith('agent.'));
    expect(events.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['agent.connected', 'page'],
      ['agent.ended', 'agent'],
    ]);
    expect(events.every(({ target }) => target.id.startsWith(`${agent.user.userId}-`))).toBe(true);
    expect(JSON.stringify(events)).not.toContain(refresh);
  });

  it('tells of an agent that ended since its refresh token was used twice', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();

    await agent.refresh(clientId, refresh);
    // Within a minute it is taken for a lost answer.
    agent.world.clock.advance(60_000);
    await agent.refresh(clientId, refresh);

    expect(eventsIn(agent.world).map(({ action }) => action)).toContain('agent.ended');
  });

  it.each([
    ['disabled', disableUser, ['user.disabled', 'agent.ended']],
    ['removed', removeUser, ['membership.deleted', 'agent.ended']],
  ])('tells of a user whom the operator %s, and of each agent that ended with them', async (_what, end, expected) => {
    const agent = await anAgent();
    const { world, user } = agent;
    await agent.connect();

    await end(world.context)(user.userId);

    const events = eventsIn(world).filter(({ actor }) => actor.type === 'command');
    expect(events.map(({ action, workspaceId }) => [action, workspaceId]).sort()).toEqual(
      expected.map((action) => [action, user.workspaceId]).sort(),
    );
    const [ended] = events.filter(({ action }) => action === 'agent.ended');
    expect(ended?.target.id).toMatch(new RegExp(`^${user.userId}-`));
  });

  it('tells once of a user whom the operator disabled or enabled twice, in each of their workspaces', async () => {
    const office = await anOffice();
    const { world, owner, other } = await withSecondWorkspace(office);

    for (const act of [disableUser, disableUser, enableUser, enableUser]) await act(world.context)(owner.userId);

    const events = eventsIn(world).filter(({ action }) => action.startsWith('user.'));
    expect(told(events).sort()).toEqual(
      [owner.workspaceId, other]
        .flatMap((workspace) =>
          ['user.disabled', 'user.enabled'].map((action) => [workspace, action, 'command', owner.userId]),
        )
        .sort(),
    );
  });

  it('tells of no agent where the user did not allow it', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';

    await agent.decide(consent, 'deny');

    expect(eventsIn(agent.world).filter(({ action }) => action.startsWith('agent.'))).toEqual([]);
  });
});

/** Of a new workspace. */
const FIRST_LIMITS = {
  bots_sent: 4_000,
  recorded_minutes: 60_000,
  recognized_seconds: 36_000,
  stored_bytes: 1_000_000_000_000,
  summarized_characters: 1_000_000,
  translated_characters: 1_000_000,
};

describe('the audit log of a workspace', () => {
  it('tells of a handoff code that was used, in its workspace alone and once', async () => {
    const office = await anOffice();
    const { world, owner } = await withSecondWorkspace(office);
    const { code } = await handOff(world.context)(owner);
    const exchange = callsTo(agentSessions(world.context));

    const answers = [];
    for (const token of [code, code, 'wrong'])
      answers.push(await exchange('POST', '/agent_sessions', { body: { token } }));

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
    const used = eventsIn(world).filter(({ action }) => action === 'handoff_code.used');
    expect(told(used)).toEqual([[owner.workspaceId, 'handoff_code.used', 'agent', owner.userId]]);
    expect(JSON.stringify(used)).not.toContain(code);
  });

  it('tells of a user whom the operator added, with the role and the key, and removed', async () => {
    const { world, owner } = await anOffice();
    const { table, sealer } = world.context;
    const workspace = { workspaceId: owner.workspaceId, role: 'owner' } as const;

    const { userId } = await createUser({ table, sealer }, { email: 'eve@evil.test', workspace });
    const membershipId = (await roleOf(table, userId, owner.workspaceId))?.membershipId;
    await removeUser(world.context)(userId);

    const changes = eventsIn(world).filter(({ actor }) => actor.type === 'command');
    expect(changes).toHaveLength(3);
    expect(changes.map(({ action, target, before, after }) => [action, target.id, before, after])).toEqual(
      expect.arrayContaining([
        ['membership.updated', membershipId, null, { role: 'owner' }],
        ['api_key.created', userId, null, null],
        ['membership.deleted', membershipId, { role: 'owner' }, null],
      ]),
    );
  });

  it('tells of limits and recorders that the operator changed, before and after', async () => {
    const { world, owner } = await anOffice();
    const { context } = world;
    const stores = { ...context, context, workspaces: allWorkspacesIn(world.dynamo), initial: SIMULATOR_ALONE };

    await changeWorkspace(context, owner.workspaceId, {}, { exports: 10 });
    await changeWorkspace(context, owner.workspaceId, {}, { exports: null });
    await orderRecorders(stores, ['meet=simulator'], owner.workspaceId);

    const changes = eventsIn(world).filter(({ actor }) => actor.type === 'command');
    // Commands go by the clock of the machine: two may come in one millisecond, whose events have no order.
    expect(changes).toHaveLength(3);
    expect(changes.map(({ action, before, after }) => [action, before, after])).toEqual(
      expect.arrayContaining([
        ['workspace.limits_updated', FIRST_LIMITS, { ...FIRST_LIMITS, exports: 10 }],
        ['workspace.limits_updated', { ...FIRST_LIMITS, exports: 10 }, FIRST_LIMITS],
        ['workspace.recorders_updated', {}, { meet: ['simulator'] }],
      ]),
    );
  });
});

/** The office with one more workspace of its owner. */
async function withSecondWorkspace(office: Awaited<ReturnType<typeof anOffice>>) {
  const { world, owner } = office;
  const { id: other } = await world.aWorkspaceOf(owner.userId, 'Other');
  return { world, owner, other };
}
