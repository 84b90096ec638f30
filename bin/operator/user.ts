import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, required } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { type CreatedUser, createUser } from '#bin/operator/create-user';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import { idOf } from '#shared/core/ids';
import { emailField, nameField } from '#shared/http/fields';
import type { NewUser } from '#shared/identity/commands/provision-user';
import type { Role } from '#shared/workspaces/rules/workspace';

const role = choice<Role>('owner', 'admin', 'member', 'guest');

const email = {
  takes: 'an email address',
  parse: (text: string) => {
    const read = v.safeParse(emailField, text);
    return read.success ? read.output : undefined;
  },
};

/** npm run user: creates a user with a role and an API key, in any stage. */
export const user = command({
  name: 'npm run user',
  description: `Creates a user with an API key and prints the key once. ${STAGE_HELP}`,
  options: {
    email: required(email, 'email address of the user'),
    workspace: required(anyText, 'id of an existing workspace, or name of a new one, which the user owns'),
    role: optional(role, 'role in an existing workspace'),
    ...stageOptions,
  },
  run: async ({ email, ...options }) => {
    const workspace = workspaceFrom(options);
    const created = await withTable(options, (table) => createUser(table, { email, workspace }));
    console.log(describe(email, created));
  },
});

interface WorkspaceOptions {
  readonly workspace: string;
  readonly role: Role | undefined;
}

/** The workspace that the options name, with the user's role in it. */
export function workspaceFrom({ workspace, role: chosen }: WorkspaceOptions): NewUser['workspace'] {
  if (!workspace.startsWith('wks_')) return newWorkspace(workspace, chosen);
  const workspaceId = idOf('wks', workspace);
  if (workspaceId === undefined) throw new CliError(`"${workspace}" is not a workspace id: wks_ and 26 characters`);
  if (chosen === undefined) throw new CliError(`--role is required for an existing workspace: ${role.takes}`);
  return { workspaceId, role: chosen };
}

function newWorkspace(name: string, chosen: Role | undefined): NewUser['workspace'] {
  if (!v.is(nameField, name))
    throw new CliError(`--workspace takes a name of up to 100 characters that is not a URL, not "${name}"`);
  if (chosen !== undefined && chosen !== 'owner')
    throw new CliError(`The user owns a new workspace: --role ${chosen} needs the id of an existing workspace`);
  return { name };
}

const describe = (email: string, { userId, workspaceId, workspaceName, role, apiKey }: CreatedUser) => `
${email} is ${role} of ${workspaceName}.

  User        ${userId}
  Workspace   ${workspaceId}
  API key     ${apiKey}

The key is not shown again; only its digest is stored.`;
