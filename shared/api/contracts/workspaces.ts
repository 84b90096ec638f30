import * as v from 'valibot';
import { contract } from '#shared/api/contract';
import { none, pageQuery, workspaceField } from '#shared/api/fields';
import { WorkspaceBody } from '#shared/api/resources/workspaces';
import { listOf } from '#shared/api/wire';

const group = 'workspaces';

/** By either form of its id. Which workspaces there are is nobody's business: 401 where the key cannot act, not 404. */
const params = v.object({ id: workspaceField });

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

export const getWorkspaceContract = contract({
  method: 'GET',
  path: '/workspaces/{id}',
  group,
  summary: 'Read a workspace',
  description: 'With the role that the key has there. `metadata` is shown to owners and admins alone.',
  params,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The workspace.', schema: WorkspaceBody } },
  refusals: { 401: ['unauthorized'] },
});
