import { CliError } from '#bin/cli/cli-error';
import type { ValueType } from '#bin/cli/value-types';
import { userIdByEmail } from '#shared/accounts/identity/store';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import { comparableEmail, emailIn } from '#shared/foundation/core/people';
import type { Table } from '#shared/foundation/core/table';

/** A user, by the email that leads to them, in lower case, or by id. */
export const personType: ValueType<string> = {
  takes: 'an email address or the id of a user',
  parse: (text) => idOf('usr', text) ?? emailIn(text),
};

/** The user of an email or id, whether or not there is one of that id. Throws a CliError for an unknown email. */
export async function userIdOf(table: Table, person: string): Promise<UserId> {
  const id = idOf('usr', person) ?? (await userIdByEmail(table, comparableEmail(person)));
  if (id === undefined) throw new CliError(`No user has the email address ${person}`);
  return id;
}
