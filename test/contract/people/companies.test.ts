import { saveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { getCompanyContract, listCompaniesContract, updateCompanyContract } from '#shared/meetings/companies/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPeopleWorld } from './a-people-world.ts';

const UNKNOWN = 'com_00000000000000000000000000';
const domainsIn = (data: readonly { readonly domain: string }[]) => data.map(({ domain }) => domain);

/** Two people of the navy, one of them met two hours ago, and one of Bletchley, met a day ago. */
async function metCompanies() {
  const world = await aPeopleWorld();
  const { call, owner, pushed, companies } = world;
  await pushed({ attendees: [{ email: 'grace@navy.test' }, { email: 'mary@navy.test', response: 'declined' }] });
  await pushed({ uid: 'alan', at: -24, attendees: [{ email: 'alan@bletchley.test' }] });
  const list = (rest = '') => call('GET', `/companies?workspace_id=${owner.workspaceId}${rest}`, { key: owner.key });
  const update = (id: string, body: object) => call('PATCH', `/companies/${id}`, { key: owner.key, body });
  const [navy] = await companies();
  return { ...world, list, update, navy };
}

describe('GET /companies', () => {
  it('200: one for each email domain, the one that was met last first', async () => {
    const { list, owner } = await metCompanies();

    const { data } = expectSuccess(listCompaniesContract, await list(), 200);

    expect(data).toEqual([
      {
        id: expect.stringMatching(/^com_/),
        object: 'company',
        workspace_id: owner.workspaceId,
        name: 'navy.test',
        domain: 'navy.test',
        people_count: 2,
        last_met_at: '2026-11-02T10:00:00.000Z',
        metadata: {},
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      expect.objectContaining({ domain: 'bletchley.test', people_count: 1, last_met_at: '2026-11-01T12:00:00.000Z' }),
    ]);
  });

  it('200: none for the domains of the workspace and of public mail providers', async () => {
    const { pushed, companies, people } = await aPeopleWorld();
    await pushed({
      attendees: [{ email: 'eve@acme.test' }, { email: 'eve@gmail.com' }, { email: 'eve@fastmail.com' }],
    });

    expect(await companies()).toEqual([]);
    expect(await people()).toMatchObject([{ company_id: null }, { company_id: null }, { company_id: null }]);
  });

  it.each([
    ['nav', ['navy.test']],
    ['royal', ['bletchley.test']],
    ['bletchley.test', ['bletchley.test']],
    ['test', []],
  ])('200: those whose name, a word of it, or domain begins with %s', async (text, found) => {
    const { list, update, companies } = await metCompanies();
    await update((await companies())[1].id, { name: 'The Royal Park' });

    expect(domainsIn((await list(`&q=${text}`)).body.data)).toEqual(found);
  });

  it('400: an unknown filter', async () => {
    const { list } = await metCompanies();

    expect(expectError(listCompaniesContract, await list('&size=1'), 400)).toEqual(['bad_request size']);
  });
});

describe('GET /companies/{id}', () => {
  it('200: the company', async () => {
    const { call, owner, navy } = await metCompanies();

    const read = await call('GET', `/companies/${navy.id}`, { key: owner.key });

    expect(expectSuccess(getCompanyContract, read, 200)).toEqual(navy);
  });

  it('404: an unknown id', async () => {
    const { call, owner } = await metCompanies();

    const read = await call('GET', `/companies/${UNKNOWN}`, { key: owner.key });

    expect(expectError(getCompanyContract, read, 404)).toEqual(['not_found']);
  });
});

describe('PATCH /companies/{id}', () => {
  it('200: names it, and null shows the domain again; metadata merges, and numbers stay', async () => {
    const { update, navy, pushed, companies } = await metCompanies();
    const named = expectSuccess(updateCompanyContract, await update(navy.id, { name: 'Navy' }), 200);
    await pushed({ uid: 'more', at: -1, attendees: [{ email: 'joe@navy.test' }] });
    const [counted] = await companies();
    const cleared = await update(navy.id, { name: null, metadata: { tier: 'a' } });

    expect(named.name).toBe('Navy');
    expect(counted).toMatchObject({ name: 'Navy', people_count: 3, last_met_at: '2026-11-02T11:00:00.000Z' });
    expect(cleared.body).toMatchObject({ name: 'navy.test', people_count: 3, metadata: { tier: 'a' } });
  });

  it('422: a name that is too long', async () => {
    const { update, navy } = await metCompanies();

    const refused = await update(navy.id, { name: 'x'.repeat(101) });

    expect(expectError(updateCompanyContract, refused, 422)).toEqual(['too_long name']);
  });

  it('401: for a guest of the workspace', async () => {
    const { call, world, owner, navy } = await metCompanies();
    const { key } = await world.aColleague(owner.workspaceId, 'guest');

    const refused = await call('PATCH', `/companies/${navy.id}`, { key, body: { name: 'Eve' } });

    expect(expectError(updateCompanyContract, refused, 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown id', async () => {
    const { update } = await metCompanies();

    expect(expectError(updateCompanyContract, await update(UNKNOWN, {}), 404)).toEqual(['not_found']);
  });
});

describe('a company', () => {
  it('goes where its domain becomes one of the workspace, and is a new one where it ceases to be', async () => {
    const { world, owner, worker, companies, personOf, call, navy } = await metCompanies();
    const setDomains = async (...emailDomains: readonly string[]) => {
      await saveWorkspace(world.context)(owner.workspaceId, { emailDomains });
      await worker.untilQuiet();
    };

    await setDomains('acme.test', 'navy.test');
    const without = [await companies(), (await personOf('grace@navy.test')).company_id];
    const read = await call('GET', `/companies/${navy.id}`, { key: owner.key });
    await setDomains('acme.test');

    expect(without).toEqual([[expect.objectContaining({ domain: 'bletchley.test' })], null]);
    expect(read.status).toBe(404);
    expect(await companies()).toMatchObject([
      { domain: 'navy.test', people_count: 2, last_met_at: '2026-11-02T10:00:00.000Z' },
      { domain: 'bletchley.test' },
    ]);
  });
});
