import { settings } from '#functions/api/settings/index';
import { workspaces } from '#functions/api/workspaces/index';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** An office whose owner made settings and changed them a minute later. */
async function anAdministeredOffice() {
  const office = await anOffice();
  const { world, owner, path } = office;
  const made = await callsTo(settings(world.context))('POST', '/settings', {
    key: owner.key,
    body: { workspace_id: owner.workspaceId, recording: { enabled: true } },
  });
  world.clock.advance(60_000);
  const changed = await callsTo(settings(world.context))('PATCH', `/settings/${made.body.id}`, {
    key: owner.key,
    body: { recording: { enabled: false } },
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  const browser = await office.ownersBrowser();
  return {
    ...office,
    settingsId: String(made.body.id),
    page: async (query = '') => (await browser.get(path(`audit_events${query}`))).text,
  };
}

interface Listed {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly target: { readonly id: string };
}

/** An office whose owner sends forms. */
async function anOfficeWithForms() {
  const office = await anOffice();
  const { world, owner, workspaceId } = office;
  const browser = await office.ownersBrowser();
  const call = callsTo(workspaces(world.context));
  const listOf = async (id: string): Promise<readonly Listed[]> =>
    (await call('GET', `/audit_events?workspace_id=${id}`, { key: owner.key })).body.data;
  return {
    ...office,
    listOf,
    list: () => listOf(workspaceId),
    /** Opens a page and sends a form of it, a minute after the one before. */
    async submit(form: string, fields: Record<string, string>, page = form) {
      world.clock.advance(60_000);
      await browser.get(page);
      return browser.submit(form, fields);
    },
    /** The page of the membership that is invited by the form. */
    async invite(email: string, role: string): Promise<string> {
      world.clock.advance(60_000);
      const team = office.path('team');
      await browser.get(team);
      await browser.submit(team, { email, role });
      const { text } = await browser.get(team);
      return `${team}/${/team\/(mbr_\w+)" aria-label/.exec(text)?.[1] ?? 'none'}`;
    },
  };
}

const actionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, action = '']) => action);

describe('a form of the pages', () => {
  it('writes the audit event of the operation, with its user and address', async () => {
    const { owner, list, invite, submit } = await anOfficeWithForms();
    const page = await invite('ada@acme.test', 'guest');
    await submit(page, { role: 'member' });
    await submit(`${page}/remove`, {}, page);

    const events = await list();

    expect(events.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['membership.deleted', { role: 'member' }, null],
      ['membership.updated', { role: 'guest' }, { role: 'member' }],
      ['membership.invited', null, { role: 'guest' }],
    ]);
    expect(new Set(events.map(({ target }) => page.endsWith(target.id)))).toEqual(new Set([true]));
    expect(events[0]).toMatchObject({
      actor: { type: 'page', user_id: owner.userId, key_last_four: null },
      address_hash: expect.any(String),
    });
    expect(JSON.stringify(events)).not.toContain('ada@');
  });

  it('writes none where it was refused', async () => {
    const { path, list, submit } = await anOfficeWithForms();

    await submit(path('team'), { email: 'ada', role: 'guest' });

    expect(await list()).toEqual([]);
  });

  it('writes one in the workspace that it creates', async () => {
    const { submit, listOf } = await anOfficeWithForms();

    const { location = '' } = await submit('/app/workspaces', { name: 'Fabrikam', email_domains: '' }, '/app');

    const id = /wks_\w+/.exec(location)?.[0] ?? '';
    expect(await listOf(id)).toMatchObject([{ action: 'workspace.created', workspace_id: id, target: { id } }]);
  });

  it('writes one when an invitation is accepted', async () => {
    const { anInvitation, browserOf, world, list } = await anOfficeWithForms();
    const ada = await world.anOwner('Fabrikam');
    const id = await anInvitation('owner@fabrikam.test', 'member');
    const browser = await browserOf(ada.userId);
    const page = `/app/invitations/${id}`;
    await browser.get(page);

    await browser.submit(page);

    expect((await list())[0]).toMatchObject({
      action: 'membership.accepted',
      actor: { type: 'page', user_id: ada.userId },
      target: { object: 'membership', id },
      after: { role: 'member' },
    });
  });
});

describe('GET /app/workspaces/{wks}/audit_events', () => {
  it('shows who did what to what, newest first, with settings before and after', async () => {
    const { page, owner, settingsId } = await anAdministeredOffice();

    const text = await page();

    expect(actionsIn(text)).toEqual(['settings.updated', 'settings.created']);
    for (const shown of ['owner@acme.test', `… ${owner.key.slice(-4)}`, settingsId, '&quot;before&quot;: {'])
      expect(text).toContain(shown);
  });

  it('is narrowed by action, user, target and time; an invalid value narrows nothing', async () => {
    const { page, owner, settingsId } = await anAdministeredOffice();

    expect(actionsIn(await page('?action=settings.created'))).toEqual(['settings.created']);
    expect(actionsIn(await page(`?user=${owner.userId}&target=${settingsId}`))).toHaveLength(2);
    expect(actionsIn(await page('?target=set_other'))).toEqual([]);
    expect(actionsIn(await page('?until=2026-11-02T12:00'))).toEqual(['settings.created']);
    expect(actionsIn(await page('?action=zzz&user=zzz&since=zzz&until=zzz'))).toHaveLength(2);
  });
});
