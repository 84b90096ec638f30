import * as v from 'valibot';
import { WorkspaceBody } from '#shared/accounts/workspaces/present';
import { namesProvider } from '#shared/accounts/workspaces/rules/names-provider';
import { contract } from '#shared/foundation/http/contract';
import { documented, metadataField, nameField, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'workspaces';

/** The id or the number. A workspace without access is 401 and not 404, as everywhere that a workspace is named. */
const params = v.object({ id: workspaceField });

const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** The same in upper or lower case, for the document. */
const DOMAIN_AS_SENT = '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}$';
const MAX_DOMAINS = 100;

/** The email domains of the workspace's people: in lower case, each once. */
const emailDomainsField = documented(
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.transform((text) => text.trim().toLowerCase()),
        v.check((text) => DOMAIN.test(text), '[invalid_format] must be a domain such as acme.com.'),
      ),
    ),
    v.maxLength(MAX_DOMAINS, `[too_long] holds at most ${MAX_DOMAINS} domains.`),
    v.transform((some): readonly string[] => [...new Set(some)]),
  ),
  {
    type: 'array',
    items: { type: 'string', minLength: 3, maxLength: 253, pattern: DOMAIN_AS_SENT },
    maxItems: MAX_DOMAINS,
    examples: [['acme.com']],
  },
) as v.GenericSchema<string[], readonly string[]>;

/** On a consent page it is read as the name of who asks. */
const workspaceNameField = documented(
  v.pipe(
    nameField,
    v.check(
      (name) => !namesProvider(name),
      '[invalid] must not be the name of a provider of calendars or calls, such as Google, Microsoft or Zoom.',
    ),
  ),
  { type: 'string', minLength: 1, maxLength: 100 },
) as v.GenericSchema<string, string>;

const WRONG = ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'] as const;

export const listWorkspacesContract = contract({
  method: 'GET',
  path: '/workspaces',
  group,
  aliases: [{ path: '/organizations', on: '2026-08-14' }],
  access: 'user',
  summary: 'List workspaces',
  description:
    'The workspaces that the key belongs to, newest first. A 200 confirms that the key works. Archived workspaces are not listed.',
  query: v.strictObject(pageQuery),
  responses: { 200: { description: 'A page of workspaces.', schema: listOf(WorkspaceBody) } },
  errors: { 400: ['bad_request'] },
});

export const getWorkspaceContract = contract({
  method: 'GET',
  path: '/workspaces/{id}',
  group,
  access: 'read',
  summary: 'Read a workspace',
  description: 'Includes the role of the key. `metadata` is shown to owners and admins only.',
  params,
  responses: { 200: { description: 'The workspace.', schema: WorkspaceBody } },
  errors: { 401: ['unauthorized'] },
});

export const createWorkspaceContract = contract({
  method: 'POST',
  path: '/workspaces',
  group,
  access: 'user',
  audits: 'workspace.created',
  feature: 'workspace_creation',
  summary: 'Create a workspace',
  description:
    'The user of the key becomes the owner. A user can create at most 20 workspaces a day, archived ones included, and have at most 50 that they created and that are not archived. People see the name on consent pages: the name of a provider of calendars or calls is refused with 422 `invalid`, also where it is spelt with other letters that look alike.',
  body: v.strictObject({
    name: workspaceNameField,
    email_domains: v.optional(emailDomainsField, []),
    metadata: v.optional(metadataField),
  }),
  example: { name: 'Acme', email_domains: ['acme.com'], metadata: { plan: 'gold' } },
  responses: { 201: { description: 'The new workspace. `Location` is its URL.', schema: WorkspaceBody } },
  errors: {
    400: ['bad_request', 'missing'],
    403: ['plan_upgrade_required'],
    409: ['conflict'],
    422: WRONG,
    429: ['workspace_creation_rate_limited'],
  },
});

export const updateWorkspaceContract = contract({
  method: 'PATCH',
  path: '/workspaces/{id}',
  group,
  access: 'administer',
  audits: 'workspace.updated',
  forbidden: {
    code: 'workspace_update_not_allowed',
    message: 'Only owners and admins can change the workspace.',
  },
  summary: 'Change a workspace',
  description:
    'Only the fields sent are written: `metadata` is merged, `email_domains` is replaced as a whole. Requires an owner or admin.',
  params,
  body: v.strictObject({
    name: v.optional(workspaceNameField),
    email_domains: v.optional(emailDomainsField),
    metadata: v.optional(metadataField),
  }),
  example: { email_domains: ['acme.com', 'acme.io'] },
  responses: { 200: { description: 'The updated workspace.', schema: WorkspaceBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    403: ['workspace_update_not_allowed'],
    409: ['conflict'],
    422: WRONG,
    429: ['rate_limited'],
  },
});

export const archiveWorkspaceContract = contract({
  method: 'DELETE',
  path: '/workspaces/{id}',
  group,
  access: 'own',
  audits: 'workspace.archived',
  forbidden: { code: 'workspace_archive_not_allowed', message: 'Only an owner can archive the workspace.' },
  summary: 'Archive a workspace',
  description:
    'Archives the workspace permanently. Requires an owner. From then on the workspace is not listed, and every request that names it answers 401. Its bots are cancelled and its calendars disconnected; the events of this are still sent to its webhook endpoints, which are disabled afterwards. Its content is deleted 30 days later.',
  params,
  responses: { 200: { description: 'The archived workspace, with `archived_at`.', schema: WorkspaceBody } },
  errors: { 401: ['unauthorized'], 403: ['workspace_archive_not_allowed'], 409: ['conflict'] },
});
