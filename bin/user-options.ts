import * as v from 'valibot';
import { CouldNotStart } from '#bin/could-not-start';
import type { WantedUser } from '#bin/make-user';
import { listed, stageFrom } from '#bin/stages';
import type { Deployment } from '#bin/table-for';
import { DEPLOYMENT_OPTIONS, valuesIn } from '#bin/words';
import { idOf } from '#shared/core/ids';
import { emailField, nameField } from '#shared/http/fields';
import type { Role } from '#shared/workspaces/rules/workspace';

export interface UserOptions extends Deployment {
  readonly user: WantedUser;
}

export const USER_USAGE = `npm run user -- --email E --workspace W [--role R] [--stage S] [--table T]

  --email E       whose key it is
  --workspace W   the wks_ id of a workspace that is there, or the name of a new one, which the user owns
  --role R        in a workspace that is there: owner, admin, member or guest
  --stage S       local, sandbox or production (local)
  --table T       the table, where the stage alone does not lead to it

Prints the user's API key, this once. Reaches AWS as the AWS_ variables of the environment say; the local stage
is the stack that npm start runs.`;

const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'guest'];

const OPTIONS = {
  email: { type: 'string' },
  workspace: { type: 'string' },
  role: { type: 'string' },
  ...DEPLOYMENT_OPTIONS,
} as const;

/** Reads the words after `npm run user --`; undefined when help is asked for. What it cannot read it refuses in a sentence. */
export function parseUserOptions(words: readonly string[]): UserOptions | undefined {
  const { email, workspace, role, stage, table, help } = valuesIn(words, OPTIONS);
  if (help) return undefined;
  return { stage: stageFrom(stage), table, user: { email: emailFrom(email), place: placeFrom(workspace, role) } };
}

function emailFrom(text: string | undefined): string {
  if (text === undefined) throw new CouldNotStart('--email is needed: whose key it is');
  const read = v.safeParse(emailField, text);
  if (!read.success) throw new CouldNotStart(`--email takes an email address, not "${text}"`);
  return read.output;
}

function placeFrom(workspace: string | undefined, role: string | undefined): WantedUser['place'] {
  if (workspace === undefined)
    throw new CouldNotStart('--workspace is needed: the id of one that is there, or the name of a new one');
  return workspace.startsWith('wks_') ? existing(workspace, role) : fresh(workspace, role);
}

function existing(workspace: string, text: string | undefined): WantedUser['place'] {
  const workspaceId = idOf('wks', workspace);
  const role = ROLES.find((known) => known === text);
  if (workspaceId === undefined) throw new CouldNotStart(`"${workspace}" is no workspace id: wks_ and 26 characters`);
  if (text === undefined) throw new CouldNotStart(`--role is needed in a workspace that is there: ${listed(ROLES)}`);
  if (role === undefined) throw new CouldNotStart(`--role takes ${listed(ROLES)}, not "${text}"`);
  return { workspaceId, role };
}

function fresh(name: string, role: string | undefined): WantedUser['place'] {
  if (!v.is(nameField, name))
    throw new CouldNotStart(`--workspace takes a name of up to 100 characters that is no URL, not "${name}"`);
  if (role !== undefined && role !== 'owner')
    throw new CouldNotStart(`Who makes a workspace owns it: --role ${role} needs the id of one that is there`);
  return { name };
}
