import { RUNBOOK } from './commands.ts';
import { aName, type DrillContext } from './drill-context.ts';

export interface User {
  readonly email: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly apiKey: string;
}

/** A user with a workspace and a key of their own, made by the command of the runbook. */
export async function aUser(drill: DrillContext): Promise<User> {
  const email = `${aName('drill')}@example.com`;
  const printed = await drill.run(RUNBOOK.createUser, {
    'ada@example.com': email,
    Acme: aName('Drill'),
  });
  const found = (kind: RegExp): string => kind.exec(printed)?.[0] ?? '';
  return { email, userId: found(/usr_\w{26}/), workspaceId: found(/wks_\w{26}/), apiKey: found(/rap_\w+/) };
}

/** The status that a key is answered with. */
export const statusOf = async ({ call }: DrillContext, key: string): Promise<number> =>
  (await call('GET', '/workspaces', undefined, { authorization: key })).status;
