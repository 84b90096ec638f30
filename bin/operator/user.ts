import { CouldNotStart } from '#bin/cli/cli-error';
import { type MadeUser, makeUser } from '#bin/operator/create-user';
import { tableFor } from '#bin/operator/stage';
import { withTable } from '#bin/operator/table-client';
import { parseUserOptions, USER_USAGE, type UserOptions } from '#bin/operator/user-options';

/** npm run user: a user with a role and a key, in any stage. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseUserOptions(words);
  if (!options) return console.log(USER_USAGE);
  const { client, tableName } = await tableFor(options);
  const made = await withTable(client, tableName, (table) => makeUser(table, options.user));
  console.log(wordsFor(made, options));
}

const wordsFor = ({ userId, workspaceId, workspaceName, role, apiKey }: MadeUser, { user }: UserOptions) => `
${user.email} is ${role} of ${workspaceName}.

  User        ${userId}
  Workspace   ${workspaceId}
  API key     ${apiKey}

The key is shown this once; only its digest is kept.`;

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CouldNotStart) console.error(`${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
});
