import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import { optional } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { type CreatedUser, createUser } from '#bin/operator/create-user';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { personType } from '#bin/operator/person';
import { applied, type RightsChange } from '#bin/operator/rights';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { withStage } from '#bin/operator/stage';
import type { NewUser } from '#shared/accounts/identity/commands/provision-user';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import { emailField, nameField } from '#shared/foundation/http/fields';

const role = choice<Role>('owner', 'admin', 'member', 'guest');

const email = {
  takes: 'an email address',
  parse: (text: string) => {
    const read = v.safeParse(emailField, text);
    return read.success ? read.output : undefined;
  },
};

/** npm run ops -- user: creates a user with a role and an API key, or takes their rights away, in any stage. */
export const user = operatorCommand({
  name: 'user',
  description: `Creates a user with an API key and prints the key once. With --remove, --disable or --enable, takes the
rights of a user away, or gives them back; the key, sessions and agent codes end at once.`,
  options: {
    email: optional(email, 'email address of the user'),
    workspace: optional(anyText, 'id of an existing workspace, or name of a new one, which the user owns'),
    role: optional(role, 'role in an existing workspace'),
    remove: optional(personType, 'removes the user; with --workspace, ends their role in that workspace only'),
    disable: optional(personType, 'refuses everything of the user until they are enabled'),
    enable: optional(personType, 'lets a disabled user use their key and sign in again'),
    key: secretsKeyOption,
  },
  run: async (options) => {
    const change = userChange(options);
    if ('create' in change) return create(change.create, options);
    return withStage(options, ({ context }) => applied(change)(context));
  },
});

type Stage = Parameters<typeof withStage>[0] & { readonly key: string | undefined };

const create = async (newUser: NewUser, { key, ...stage }: Stage): Promise<Report> =>
  describe(
    newUser.email,
    await withSealer(stage.stage, key, (sealer) =>
      withStage(stage, ({ context }) => createUser({ ...context, sealer }, newUser)),
    ),
  );

interface UserOptions {
  readonly email: string | undefined;
  readonly workspace: string | undefined;
  readonly role: Role | undefined;
  readonly remove: string | undefined;
  readonly disable: string | undefined;
  readonly enable: string | undefined;
}

/** What the options ask for. */
export function userChange(options: UserOptions): { readonly create: NewUser } | RightsChange {
  const asked = (['remove', 'disable', 'enable'] as const).filter((name) => options[name] !== undefined);
  const [change, another] = asked;
  if (change === undefined) return { create: newUserFrom(options) };
  const { email, workspace, role, [change]: person = '' } = options;
  if (another || email !== undefined || role !== undefined || (workspace !== undefined && change !== 'remove'))
    throw new CliError(`--${change} takes no other option${change === 'remove' ? ' but --workspace' : ''}`);
  return { change, person, workspaceId: workspace === undefined ? undefined : existingWorkspace(workspace) };
}

function newUserFrom({ email, workspace, role }: UserOptions): NewUser {
  if (email === undefined) throw new CliError('--email is required: email address of the user');
  if (workspace === undefined)
    throw new CliError(
      '--workspace is required: id of an existing workspace, or name of a new one, which the user owns',
    );
  return { email, workspace: workspaceFrom({ workspace, role }) };
}

interface WorkspaceOptions {
  readonly workspace: string;
  readonly role: Role | undefined;
}

/** The workspace that the options name, with the user's role in it. */
export function workspaceFrom({ workspace, role: chosen }: WorkspaceOptions): NewUser['workspace'] {
  if (!workspace.startsWith('wks_')) return newWorkspace(workspace, chosen);
  const workspaceId = existingWorkspace(workspace);
  if (chosen === undefined) throw new CliError(`--role is required for an existing workspace: ${role.takes}`);
  return { workspaceId, role: chosen };
}

function existingWorkspace(text: string): WorkspaceId {
  const id = idOf('wks', text);
  if (id === undefined) throw new CliError(`"${text}" is not a workspace id: wks_ and 26 characters`);
  return id;
}

function newWorkspace(name: string, chosen: Role | undefined): NewUser['workspace'] {
  if (!v.is(nameField, name))
    throw new CliError(`--workspace takes a name of up to 100 characters that is not a URL, not "${name}"`);
  if (chosen !== undefined && chosen !== 'owner')
    throw new CliError(`The user owns a new workspace: --role ${chosen} needs the id of an existing workspace`);
  return { name };
}

const describe = (email: string, { userId, workspaceId, workspaceName, role, apiKey }: CreatedUser): Report => ({
  json: { user_id: userId, workspace_id: workspaceId, role, api_key: apiKey },
  text: `
${email} is ${role} of ${workspaceName}.

  User        ${userId}
  Workspace   ${workspaceId}
  API key     ${apiKey}

The key is not shown again.`,
});
