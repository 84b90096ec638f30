import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { users } from '#shared/accounts/identity/store';
import { mailboxHashOf, suppressions } from '#shared/accounts/mail/suppressions-store';
import { acceptInvitation, openInvitations } from '#shared/accounts/memberships/commands/accept-invitation';
import { inviteContract } from '#shared/accounts/memberships/contract';
import { invited, MOST_MEMBERSHIPS } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import { DAY_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { aMailer } from '#test/support/a-mailer';
import { APP_URL, noon, type World } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';
import { aTeam } from './a-team.ts';

type Team = Awaited<ReturnType<typeof aTeam>>;

/** A team whose mail is delivered into a list. */
async function aMailedTeam() {
  const made = await aTeam();
  const { mailer, sent } = aMailer();
  const { run } = mailWorker(made.world, { mailer });
  return { ...made, sent, deliver: run };
}

/** The answer without what differs between any two invitations. */
const shapeOf = ({
  status,
  body: { id, email, ...rest },
}: {
  readonly status: number;
  readonly body: { id: string; email: string };
}) => ({
  ...{ status, rest, prefix: id.slice(0, 4), hasEmail: email.includes('@') },
});

describe('POST /organization_memberships', () => {
  it('201: an invitation, mailed once with a link for the address', async () => {
    const { invite, sent, deliver } = await aMailedTeam();

    const answered = await invite(' Ada@Acme.test', 'admin');
    await deliver();
    await deliver();

    const body = expectSuccess(inviteContract, answered, 201);
    expect(body).toMatchObject({
      ...{ object: 'membership', user_id: null, email: 'ada@acme.test', role: 'admin', status: 'invited' },
      ...{ organization_name: 'Acme', invited_at: '2026-11-02T12:00:00.000Z' },
    });
    expect(answered.headers['location']).toContain(`/organization_memberships/${body.id}`);
    expect(sent).toEqual([
      expect.objectContaining({
        ...{ kind: 'invitation', fromName: 'Rapporteur', subject: 'Invitation to the workspace Acme' },
        to: { email: 'ada@acme.test', name: null },
        text: expect.stringContaining(`Accept: ${APP_URL}/app/invitations/${body.id}`),
        html: expect.stringContaining('the workspace Acme of owner@acme.test, as an administrator.'),
      }),
    ]);
  });

  it('201: answers alike whether the address has an account or not', async () => {
    const { world, invite } = await aTeam();
    await world.anOwner('Other');

    const answers = [await invite('owner@other.test'), await invite('unknown@other.test')];

    expect(shapeOf(answers[0] as never)).toEqual(shapeOf(answers[1] as never));
  });

  it('grants nothing before it is accepted', async () => {
    const { world, invite, list } = await aTeam();
    const other = await world.anOwner('Other');

    await invite('owner@other.test', 'admin');

    expect((await list('', other.key)).status).toBe(401);
    expect((await list()).body.data.map(({ status }: { status: string }) => status)).toEqual(['invited', 'active']);
  });

  it('200: repeated, sends the mail again with the role asked for now, and is good for 7 days more', async () => {
    const { world, invite, sent, deliver, team } = await aMailedTeam();
    const { id } = (await invite('ada@acme.test')).body;
    await deliver();
    world.clock.set(later(noon, 8 * DAY_MS));

    const again = expectSuccess(inviteContract, await invite('ada@acme.test', 'guest'), 200);
    await deliver();

    expect(again).toMatchObject({ id, role: 'guest', invited_at: '2026-11-10T12:00:00.000Z' });
    expect([sent.length, (await team()).length]).toEqual([2, 2]);
  });

  it('200: a user of the workspace stays as they are, and gets no mail', async () => {
    const { aColleague, invite, sent, deliver } = await aMailedTeam();
    const { id } = await aColleague('admin');

    const answered = expectSuccess(inviteContract, await invite('admin@acme.test', 'guest'), 200);
    await deliver();

    expect([answered.id, answered.role, sent.length]).toEqual([id, 'admin', 0]);
  });

  it('makes one membership of two requests at the same time', async () => {
    const { invite, team } = await aTeam();

    const answers = await Promise.all([invite('ada@acme.test'), invite('ada@acme.test')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(await team()).toHaveLength(2);
  });

  it('sends no mail for an invitation that was withdrawn', async () => {
    const { invite, remove, sent, deliver } = await aMailedTeam();
    const { id } = (await invite('ada@acme.test')).body;

    expect((await remove(id)).body.status).toBe('invited');
    await deliver();

    expect(sent).toEqual([]);
  });

  it.each<[Role, Role]>([
    ['member', 'guest'],
    ['admin', 'owner'],
  ])('401: a %s invites no %s', async (by, role) => {
    const { aColleague, invite } = await aTeam();
    const { key } = await aColleague(by);

    expect(expectError(inviteContract, await invite('ada@acme.test', role, key), 401)).toEqual(['unauthorized']);
  });

  it('401: an admin makes the invitation of an owner no less', async () => {
    const { aColleague, invite } = await aTeam();
    await invite('ada@acme.test', 'owner');
    const { key } = await aColleague('admin');

    expect((await invite('ada@acme.test', 'guest', key)).status).toBe(401);
  });

  it('400: without an address', async () => {
    const { call, owner } = await aTeam();
    const body = { workspace_id: owner.workspaceId, role: 'member' };

    const answered = await call('POST', '/organization_memberships', { key: owner.key, body });

    expect(expectError(inviteContract, answered, 400)).toEqual(['missing email']);
  });

  it('409: a workspace has at most 200 memberships', async () => {
    const { world, owner, invite } = await aTeam();
    const { ids, changes } = world.context;
    for (let nth = 1; nth < MOST_MEMBERSHIPS; nth += 1) {
      const address = { workspaceId: owner.workspaceId, email: `person-${nth}@acme.test`, role: 'guest' } as const;
      const membership = invited({ id: ids.make('mbr'), ...address }, noon);
      await changes.save({ at: noon, writes: [memberships.put(undefined, membership)] });
    }

    expect(expectError(inviteContract, await invite('one-more@acme.test'), 409)).toEqual(['conflict']);
    expect((await invite('person-1@acme.test')).status).toBe(200);
  });

  it('422: what is no address', async () => {
    const { invite } = await aTeam();

    expect(expectError(inviteContract, await invite('ada'), 422)).toEqual(['invalid_format email']);
  });

  it('429: three a day of one workspace to an address, which refuse none of another workspace', async () => {
    const { world, invite, call } = await aTeam();
    const other = await world.anOwner('Other');
    for (let nth = 0; nth < 3; nth += 1) await invite('ada@acme.test');
    const body = { workspace_id: other.workspaceId, email: 'ada@acme.test', role: 'member' };

    const fourth = await invite('ada@acme.test');
    const ofAnother = await call('POST', '/organization_memberships', { key: other.key, body });

    expect(expectError(inviteContract, fourth, 429)).toEqual(['rate_limited']);
    expect(ofAnother.status).toBe(201);
  });
});

describe('an invitation that is not mailed', () => {
  /** Uses up the invitations that the mailbox of the address gets today. */
  async function useUp({ world: { context } }: Team, email: string): Promise<void> {
    const use = context.useOf('invitation_mails', mailboxHashOf(email), context.clock.now());
    for (let nth = 0; nth < use.most; nth += 1) await context.limitCounter.take(use);
  }

  it('says so, in the list as well, until it is repeated and mailed', async () => {
    const team = await aMailedTeam();
    const { invite, read, list, deliver, sent, world } = team;
    await useUp(team, 'ada@elsewhere.test');
    const { id, mail_not_sent_at } = (await invite('ada@elsewhere.test')).body;
    await deliver();

    expect(mail_not_sent_at).toBeNull();
    expect(sent).toEqual([]);
    expect((await read(id)).body.mail_not_sent_at).toBe('2026-11-02T12:00:00.000Z');
    expect((await list()).body.data[0]).toMatchObject({ id, mail_not_sent_at: '2026-11-02T12:00:00.000Z' });

    world.clock.advance(DAY_MS);
    expect((await invite('ada@elsewhere.test')).body.mail_not_sent_at).toBeNull();
    await deliver();
    expect(sent).toHaveLength(1);
    expect((await read(id)).body.mail_not_sent_at).toBeNull();
  });

  it('says the same of an address that takes no mail, and not that it complained', async () => {
    const team = await aMailedTeam();
    const { invite, read, deliver, sent, world } = team;
    const { table } = world.context;
    await suppressions(table).suppress(mailboxHashOf('ada@elsewhere.test'), 'complained', world.clock.now());
    await useUp(team, 'bob@elsewhere.test');
    const ada = (await invite('ada@elsewhere.test')).body;
    const bob = (await invite('bob@elsewhere.test')).body;
    await deliver();

    const [ofAda, ofBob] = [(await read(ada.id)).body, (await read(bob.id)).body];

    expect(sent).toEqual([]);
    expect(ofAda).toEqual({ ...ofBob, id: ada.id, email: 'ada@elsewhere.test' });
    expect(ofAda.mail_not_sent_at).toBe('2026-11-02T12:00:00.000Z');
  });

  it('is a membership without it once it is accepted', async () => {
    const team = await aMailedTeam();
    const { invite, read, deliver, world } = team;
    const ada = await world.anOwner('Elsewhere');
    const { email } = (await users.find(world.context.table, ada.userId))?.state ?? { email: '' };
    await useUp(team, email);
    const { id } = (await invite(email)).body;
    await deliver();
    expect((await read(id)).body.mail_not_sent_at).not.toBeNull();

    await acceptInvitation(world.context)(id, { userId: ada.userId, email });

    expect((await read(id)).body).toMatchObject({ status: 'active', mail_not_sent_at: null });
  });
});

const VICTIM = 'victim@elsewhere.test';

/** A new workspace of a user, from which an address is invited without a count. */
async function invitedFrom({ context, clock, aWorkspaceOf }: World, invitedBy: UserId, name: string) {
  const { id: workspaceId } = await aWorkspaceOf(invitedBy, name);
  const invitation = { workspaceId, email: VICTIM, role: 'member', invitedBy } as const;
  const made = invited({ id: context.ids.make('mbr'), ...invitation }, clock.now());
  await context.table.transact(memberships.put(undefined, made));
  return made;
}

describe('the invitations on the start page', () => {
  it('of one user with many workspaces hide no other', async () => {
    const { world, invite } = await aTeam();
    const { table } = world.context;
    const { clock } = world;
    const { id } = (await invite(VICTIM)).body;
    const mallory = await world.anOwner('Mallory');
    for (let nth = 0; nth < 48; nth += 1) {
      // As many as a user may make in three days.
      clock.advance(DAY_MS / 20);
      await invitedFrom(world, mallory.userId, `Lottery ${nth}`);
    }

    const shown = await openInvitations(table, { email: VICTIM }, clock.now());

    expect(shown.map(({ invitation }) => invitation.state.id)).toContain(id);
    expect(shown).toHaveLength(1 + 5);
  });

  it('of archived workspaces hide no other, whichever user sent them', async () => {
    const { world, invite } = await aTeam();
    const { context, clock } = world;
    const { id } = (await invite(VICTIM)).body;
    clock.advance(MINUTE_MS);
    const { userId } = await world.anOwner('Mallory');
    const own = await invitedFrom(world, userId, 'Open');
    clock.advance(MINUTE_MS);
    const hiding = [userId];
    for (let nth = 0; nth < 17; nth += 1) hiding.push((await world.anOwner(`Mallory ${nth}`)).userId);
    // A user makes 20 workspaces a day.
    for (const by of hiding)
      for (let nth = 0; nth < 18; nth += 1) {
        const { workspaceId } = await invitedFrom(world, by, `Archived ${nth}`);
        await archiveWorkspace(context)(workspaceId);
      }

    const shown = await openInvitations(context.table, { email: VICTIM }, clock.now());

    expect(shown.map(({ invitation }) => invitation.state.id)).toEqual([own.id, id]);
  });
});

describe('invitations to many addresses of one mailbox', () => {
  it('429: more than three a day of one workspace', async () => {
    const { invite } = await aTeam();
    for (let nth = 0; nth < 3; nth += 1) await invite(`victim+${nth}@gmail.com`);

    expect(expectError(inviteContract, await invite('vic.tim@googlemail.com'), 429)).toEqual(['rate_limited']);
  });
});

describe('the invitations of all workspaces that one user founded', () => {
  it('429: more than 100 an hour, also after another owner is named', async () => {
    const { world, owner, call, aColleague, remove } = await aTeam();
    const invite = (workspace_id: WorkspaceId, nth: number, by: string) => {
      const body = { workspace_id, email: `person-${nth}@elsewhere.test`, role: 'member' };
      return call('POST', '/organization_memberships', { key: by, body });
    };
    const others = [];
    for (const name of ['Second', 'Third', 'Fourth']) others.push((await world.aWorkspaceOf(owner.userId, name)).id);
    for (const id of others) for (let nth = 0; nth < 50; nth += 1) await invite(id, nth, owner.key);
    const successor = await aColleague('owner');
    await remove(owner.id);

    // The first ones of each workspace do not count for its founder.
    for (let nth = 0; nth < 5; nth += 1) expect((await invite(owner.workspaceId, nth, successor.key)).status).toBe(201);

    const oneMore = await invite(owner.workspaceId, 5, successor.key);

    expect(expectError(inviteContract, oneMore, 429)).toEqual(['rate_limited']);
  });
});

describe('an accepted invitation', () => {
  it('is the same membership, with the access of its role', async () => {
    const { world, invite, read, list } = await aTeam();
    const other = await world.anOwner('Other');
    const { id } = (await invite('owner@other.test', 'guest')).body;

    await acceptInvitation(world.context)(id, { userId: other.userId, email: 'owner@other.test' });

    expect((await read(id, other.key)).body).toMatchObject({
      id,
      user_id: other.userId,
      role: 'guest',
      status: 'active',
    });
    expect((await list('', other.key)).status).toBe(200);
  });

  it.each<[string, (team: Team, admin: Awaited<ReturnType<Team['aColleague']>>) => Promise<unknown>]>([
    ['was removed', ({ remove }, admin) => remove(admin.id)],
    ['has a lower role now', ({ change }, admin) => change(admin.id, 'member')],
    ['is disabled', ({ world }, admin) => disableUser(world.context)(admin.userId)],
  ])('is none where who invited %s: it cannot be accepted', async (_what, end) => {
    const team = await aTeam();
    const { world, invite } = team;
    const admin = await team.aColleague('admin');
    const other = await world.anOwner('Other');
    const { id } = (await invite('owner@other.test', 'admin', admin.key)).body;

    await end(team, admin);
    const accepting = acceptInvitation(world.context)(id, { userId: other.userId, email: 'owner@other.test' });

    await expect(accepting).rejects.toMatchObject({ faults: [{ code: 'not_found' }] });
  });

  it('can be accepted again where another who may give the role repeats the invitation', async () => {
    const { world, invite, remove, aColleague } = await aTeam();
    const admin = await aColleague('admin');
    const other = await world.anOwner('Other');
    const { id } = (await invite('owner@other.test', 'guest', admin.key)).body;
    await remove(admin.id);

    await invite('owner@other.test', 'guest');

    await acceptInvitation(world.context)(id, { userId: other.userId, email: 'owner@other.test' });
  });

  it('of a user who got a role by another way ends with that role', async () => {
    const { world, owner, invite, list, remove, team } = await aTeam();
    const { context } = world;
    const { id } = (await invite('member@acme.test', 'admin')).body;
    const { userId } = await world.aColleague(owner.workspaceId, 'member');
    const membership = (await team()).find(({ user_id }) => user_id === userId);

    await remove(membership?.id ?? '');

    await expect(acceptInvitation(context)(id, { userId, email: 'member@acme.test' })).rejects.toThrow();
    expect((await list()).body.data).toHaveLength(1);
  });

  it('ends with one role of two requests at the same time', async () => {
    const { world, invite, team } = await aTeam();
    const other = await world.anOwner('Other');
    const { id } = (await invite('owner@other.test', 'guest')).body;
    const user = { userId: other.userId, email: 'owner@other.test' };

    const outcomes = await Promise.allSettled([1, 2].map(() => acceptInvitation(world.context)(id, user)));

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await team()).toHaveLength(2);
  });
});
