import * as v from 'valibot';
import { contract } from '#shared/api/contract';
import { none, pageQuery } from '#shared/api/fields';
import { WorkspaceBody } from '#shared/api/resources/workspaces';
import { listOf } from '#shared/api/wire';

const group = 'workspaces';

export const listWorkspacesContract = contract({
  method: 'GET',
  path: '/workspaces',
  group,
  summary: 'List workspaces',
  description: 'Those the key acts in, newest first. A 200 confirms that the key works. Archived ones are not listed.',
  params: none,
  query: v.strictObject(pageQuery),
  body: undefined,
  answers: { 200: { description: 'A page of workspaces.', schema: listOf(WorkspaceBody) } },
  refusals: { 400: ['bad_request'] },
});
