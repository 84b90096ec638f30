import type { WorkspaceId } from '#shared/foundation/core/ids';
import { aPersonIn } from '#test/support/a-person-in';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

let people = 0;

function aPerson({ world, workspaceId }: Office) {
  people += 1;
  return aPersonIn(world, workspaceId as WorkspaceId, `grace@navy-${people}.test`);
}

const listed = (as: string, query: (office: Office) => Promise<string>): Scenario => ({
  operation: 'GET /people',
  as,
  status: 200,
  prepare: always('GET', async (office) => `/people?workspace_id=${office.workspaceId}${await query(office)}`),
});

const changed = (path: string, idOf: (office: Office) => Promise<string>): Scenario => ({
  operation: `PATCH ${path}/{id}`,
  status: 200,
  async prepare(office) {
    const id = await idOf(office);
    let nth = 0;
    return async () => {
      nth += 1;
      return office.request('PATCH', `${path}/${id}`, { name: `Name ${nth}` });
    };
  },
});

const person = async (office: Office): Promise<string> => (await aPerson(office)).per;
const company = async (office: Office): Promise<string> => (await aPerson(office)).com;

export const peopleScenarios: readonly Scenario[] = [
  listed('all', async (office) => {
    await aPerson(office);
    return '';
  }),
  listed('of a company', async (office) => `&company_id=${await company(office)}`),
  listed('by email', async (office) => {
    await aPerson(office);
    return `&email=grace%40navy-${people}.test`;
  }),
  listed('search', async (office) => {
    await aPerson(office);
    return '&q=gra';
  }),
  {
    operation: 'GET /people/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/people/${await person(office)}`),
  },
  changed('/people', person),
  {
    operation: 'DELETE /people/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/people/${await person(office)}`),
  },
  {
    operation: 'GET /companies',
    status: 200,
    prepare: always('GET', async (office) => {
      await aPerson(office);
      return `/companies?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /companies/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/companies/${await company(office)}`),
  },
  changed('/companies', company),
];
