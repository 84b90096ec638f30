import { always, type Scenario } from '../scenario.ts';

/** Workspaces, their members, and the document. */
export const directory: readonly Scenario[] = [
  { operation: 'GET /workspaces', status: 200, prepare: always('GET', () => '/workspaces') },
  { operation: 'GET /organizations', status: 200, prepare: always('GET', () => '/organizations') },
  {
    operation: 'PATCH /workspaces/{id}',
    status: 200,
    async prepare({ request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/workspaces/${workspaceId}`, { name: `Acme ${nth}` });
      };
    },
  },
  {
    operation: 'POST /workspaces',
    status: 201,
    prepare: async ({ request }) => {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('POST', '/workspaces', { name: `Acme ${nth}` });
      };
    },
  },
  {
    operation: 'GET /workspaces/{id}',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/workspaces/${workspaceId}`),
  },
  {
    operation: 'POST /members',
    status: 201,
    async prepare({ request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('POST', '/members', { workspace_id: workspaceId, email: `new-${nth}@acme.test`, name: 'New' });
      };
    },
  },
  {
    operation: 'GET /members',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/members?workspace_id=${workspaceId}`),
  },
  { operation: 'GET /members/{id}', status: 200, prepare: always('GET', ({ memberId }) => `/members/${memberId}`) },
  {
    operation: 'PATCH /members/{id}',
    status: 200,
    async prepare({ request, memberId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/members/${memberId}`, { name: `Ada ${nth}`, metadata: { seat: String(nth) } });
      };
    },
  },
  {
    operation: 'DELETE /workspaces/{id}',
    status: 200,
    prepare: async ({ call, request }) => {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('DELETE', `/workspaces/${(await call('POST', '/workspaces', { name: `Gone ${nth}` })).id}`);
      };
    },
  },
  {
    operation: 'POST /members/{id}/erase',
    status: 200,
    async prepare({ call, request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        const { id } = await call('POST', '/members', { workspace_id: workspaceId, email: `erased-${nth}@acme.test` });
        await call('DELETE', `/members/${id}`);
        return request('POST', `/members/${id}/erase`);
      };
    },
  },
  {
    operation: 'DELETE /members/{id}',
    status: 200,
    async prepare({ call, request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        const { id } = await call('POST', '/members', { workspace_id: workspaceId, email: `gone-${nth}@acme.test` });
        return request('DELETE', `/members/${id}`);
      };
    },
  },
  { operation: 'GET /openapi.json', status: 200, prepare: always('GET', () => '/openapi.json') },
  { operation: 'GET /asyncapi.json', status: 200, prepare: always('GET', () => '/asyncapi.json') },
  { operation: 'GET /llms.txt', status: 200, prepare: always('GET', () => '/llms.txt') },
  { operation: 'GET /llms-full.txt', status: 200, prepare: always('GET', () => '/llms-full.txt') },
  { operation: 'GET /docs/{guide}.md', status: 200, prepare: always('GET', () => '/docs/first.md') },
  { operation: 'GET /changelog', status: 200, prepare: always('GET', () => '/changelog') },
  { operation: 'GET /docs', status: 200, prepare: always('GET', () => '/docs') },
  { operation: 'GET /docs/{guide}', status: 200, prepare: always('GET', () => '/docs/first') },
];
