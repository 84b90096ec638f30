import * as v from 'valibot';
import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { User } from '#shared/accounts/workspaces/rules/workspace';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';

/** The stored state of a user. */
export const UserRow: v.GenericSchema<unknown, User> = v.object({
  id: id('usr'),
  email: v.string(),
  createdAt: instant,
  disabledAt: v.exactOptional(instant),
  sessionsEndedAt: v.exactOptional(instant),
});

/** A credential, as rows of what it opened keep it. */
export const CredentialRow: v.GenericSchema<unknown, Credential> = v.variant('type', [
  v.object({ type: v.literal('key'), keyId: v.string() }),
  v.object({ type: v.literal('session'), sessionId: v.string() }),
]);
