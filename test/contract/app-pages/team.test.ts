import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import type { Role } from '#shared/foundation/core/roles';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser } from '#test/support/pages';
import { anOffice } from './an-office.ts';

/** An office with a browser of its owner on the page of the team. */
async function aTeamPage() {
  const office = await anOffice();
  const team = office.path('team');
  const browser = await office.ownersBrowser();
  return {
    ...office,
    team,
    browser,
    /** A further user, who has a browser, with the path of the membership. */
    async aColleague(role: Role) {
      const { userId, key } = await office.world.aColleague(office.workspaceId, role);
      const { text } = await browser.get(team);
      const id = /team\/(mbr_\w+)" aria-label/.exec(text)?.[1] ?? 'none';
      return { key, page: `${team}/${id}`, browser: await office.browserOf(userId) };
    },
    /** Opens a page and sends its form. */
    async submit(by: typeof browser, form: string, fields: Record<string, string> = {}, page = form) {
      await by.get(page);
      return by.submit(form, fields);
    },
  };
}

describe('GET …/team', () => {
  it('lists users and invitations with their roles, and what the user may change', async () => {
    const { anInvitation, team, browser } = await aTeamPage();
    await anInvitation('ada@acme.test', 'admin');

    const { text, heading } = await browser.get(team);

    expect(heading).toBe('Team');
    expect(text).toMatch(/ada@acme\.test<\/bdi><\/th><td[^>]*>Admin<\/td><td[^>]*><span class="badge waiting">Invited/);
    expect(text).toMatch(
      /owner@acme\.test<\/bdi> \(you\)<\/th><td[^>]*>Owner<\/td><td[^>]*><span class="badge good">Active/,
    );
    expect(text).toContain('Send invitation');
  });

  it('shows an invitation that can no longer be accepted', async () => {
    const { world, anInvitation, team, browserOf, owner } = await aTeamPage();
    await anInvitation('ada@acme.test');
    world.clock.set(later(noon, 7 * DAY_MS));

    const { text } = await (await browserOf(owner.userId)).get(team);

    expect(text).toContain('Invitation expired');
  });

  it.each<[Role, boolean, number]>([
    ['admin', true, 1],
    ['member', false, 1],
    ['guest', false, 1],
  ])('offers a %s the form of an invitation: %s, and the own membership to leave', async (role, mayInvite, links) => {
    const { aColleague, team } = await aTeamPage();
    const { browser } = await aColleague(role);

    const { text } = await browser.get(team);

    expect(text.includes('Send invitation')).toBe(mayInvite);
    expect([...text.matchAll(/team\/mbr_/g)]).toHaveLength(links);
    expect(text).not.toContain('<option value="owner">');
  });
});

describe('POST …/team', () => {
  it('invites, and says so', async () => {
    const { browser, team, submit } = await aTeamPage();

    const { status, location } = await submit(browser, team, { email: 'Ada@acme.test', role: 'guest' });

    expect([status, location]).toEqual([303, `${team}?done=invited`]);
    const { text } = await browser.get(location ?? '');
    expect(text).toContain('The invitation is on its way by mail.');
    expect(text).toContain('ada@acme.test');
  });

  it('says that an address is in the workspace already', async () => {
    const { browser, team, submit } = await aTeamPage();

    const { location } = await submit(browser, team, { email: 'owner@acme.test', role: 'guest' });

    expect((await browser.get(location ?? '')).text).toContain('This person is in the workspace already.');
  });

  it('422: shows why an address is refused, and keeps it', async () => {
    const { browser, team, submit } = await aTeamPage();

    const { status, text } = await submit(browser, team, { email: 'ada', role: 'guest' });

    expect(status).toBe(422);
    expect(text).toContain('The email address must be an email address.');
    expect(text).toContain('value="ada"');
  });

  it('401: an admin invites no owner', async () => {
    const { aColleague, team, submit } = await aTeamPage();
    const { browser } = await aColleague('admin');

    expect((await submit(browser, team, { email: 'ada@acme.test', role: 'owner' })).status).toBe(401);
  });
});

describe('POST …/team/{mbr}', () => {
  it('changes a role', async () => {
    const { aColleague, browser, team, submit } = await aTeamPage();
    const { page } = await aColleague('member');

    const { location } = await submit(browser, page, { role: 'admin' });

    expect(location).toBe(`${team}?done=changed`);
    expect((await browser.get(page)).text).toContain('<option value="admin" selected>');
  });

  it('409: shows that the last owner keeps the role', async () => {
    const { browser, team, submit } = await aTeamPage();
    const own = /team\/(mbr_\w+)"/.exec((await browser.get(team)).text)?.[1];

    const { status, text } = await submit(browser, `${team}/${own}`, { role: 'guest' });

    expect(status).toBe(409);
    expect(text).toContain('The user is the only owner of Acme');
  });
});

describe('POST …/team/{mbr}/invitation', () => {
  it('sends the invitation again', async () => {
    const { anInvitation, browser, team, submit } = await aTeamPage();
    const page = `${team}/${await anInvitation('ada@acme.test')}`;

    const { location } = await submit(browser, `${page}/invitation`, {}, page);

    expect(location).toBe(`${team}?done=invited`);
  });

  it('429: shows that an address gets three a day', async () => {
    const { anInvitation, browser, team, submit } = await aTeamPage();
    const page = `${team}/${await anInvitation('ada@acme.test')}`;
    for (let nth = 0; nth < 2; nth += 1) await submit(browser, `${page}/invitation`, {}, page);

    const { status, text } = await submit(browser, `${page}/invitation`, {}, page);

    expect(status).toBe(429);
    expect(text).toContain('The limit is 3 invitations a day (UTC) of one workspace to one address');
  });
});

describe('POST …/team/{mbr}/remove', () => {
  it('removes a user, whose open page and key have no access from then on', async () => {
    const { aColleague, browser, team, submit } = await aTeamPage();
    const colleague = await aColleague('admin');
    expect((await colleague.browser.get(team)).status).toBe(200);

    const { location } = await submit(browser, `${colleague.page}/remove`, {}, colleague.page);

    expect(location).toBe(`${team}?done=removed`);
    expect((await colleague.browser.submit(team, { email: 'eve@acme.test', role: 'admin' })).status).toBe(404);
    expect((await colleague.browser.get(team)).status).toBe(404);
  });

  it('lets a guest leave', async () => {
    const { aColleague, team, submit } = await aTeamPage();
    const { browser, page } = await aColleague('guest');

    const { status, location } = await submit(browser, `${page}/remove`, {}, page);

    expect([status, location]).toEqual([303, '/app']);
    expect((await browser.get(team)).status).toBe(404);
  });

  it('409: shows that the last owner stays', async () => {
    const { browser, team, submit } = await aTeamPage();
    const own = `${team}/${/team\/(mbr_\w+)"/.exec((await browser.get(team)).text)?.[1]}`;

    expect((await submit(browser, `${own}/remove`, {}, own)).status).toBe(409);
  });
});

const withoutRequestId = ({ text }: { readonly text: string }) => text.replace(/Request ID: <code>[^<]*/, '');

/** A user of another workspace who was invited to the office. */
async function anInvited(role: Role = 'guest') {
  const office = await aTeamPage();
  const other = await office.world.anOwner('Other');
  const id = await office.anInvitation('owner@other.test', role);
  return { ...office, browser: await office.browserOf(other.userId), page: `/app/invitations/${id}`, id };
}

describe('an invitation', () => {
  it('is on the start page of who signed in with the address, and of no other', async () => {
    const { browser, page, ownersBrowser } = await anInvited();

    expect((await browser.get('/app')).text).toContain(`<a href="${page}">See the invitation</a>`);
    expect((await (await ownersBrowser()).get('/app')).text).not.toContain('See the invitation');
  });

  it('is accepted on its page, which leads to the workspace from then on', async () => {
    const { browser, page, path, team } = await anInvited();
    expect((await browser.get(team)).status).toBe(404);
    const shown = await browser.get(page);

    const { status, location } = await browser.submit(page);

    expect(shown.text).toContain('of owner@acme.test, as Guest.');
    expect([status, location]).toEqual([303, path('meetings')]);
    expect((await browser.get(team)).status).toBe(200);
    expect((await browser.get(page)).location).toBe(path('meetings'));
    expect((await browser.get('/app')).text).not.toContain('See the invitation');
  });

  it('404: for a user with another address, as one that there is not', async () => {
    const { page, ownersBrowser } = await anInvited();
    const browser = await ownersBrowser();

    const [other, unknown] = [
      await browser.get(page),
      await browser.get('/app/invitations/mbr_00000000000000000000000000'),
    ];

    expect([other.status, withoutRequestId(other)]).toEqual([404, withoutRequestId(unknown)]);
  });

  it('404: after it was withdrawn on another page', async () => {
    const { browser, page, team, id, ownersBrowser, submit } = await anInvited();
    await browser.get(page);
    await submit(await ownersBrowser(), `${team}/${id}/remove`, {}, `${team}/${id}`);

    expect((await browser.submit(page)).status).toBe(404);
    expect((await browser.get(team)).status).toBe(404);
  });

  it('404: seven days after it was sent', async () => {
    const { world, browserOf, anInvitation } = await anInvited();
    const other = await world.anOwner('Later');
    const id = await anInvitation('owner@later.test');
    world.clock.set(later(noon, 7 * DAY_MS));

    const browser = await browserOf(other.userId);

    expect((await browser.get(`/app/invitations/${id}`)).status).toBe(404);
    expect((await browser.get('/app')).text).not.toContain('See the invitation');
  });

  it('404: to a workspace that was archived', async () => {
    const { world, browser, page, workspaceId } = await anInvited();
    await archiveWorkspace(world.context)(workspaceId);

    expect((await browser.get(page)).status).toBe(404);
  });

  it('leads to sign-in and back without a session', async () => {
    const { app, page } = await anInvited();

    expect((await aBrowser(app).get(page)).location).toBe(`/sign-in?next=${encodeURIComponent(page)}`);
  });
});
