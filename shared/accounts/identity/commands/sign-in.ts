import { userWrites } from '#shared/accounts/identity/commands/provision-user';
import type { VerifiedPerson } from '#shared/accounts/identity/ports';
import { firstWorkspaceName } from '#shared/accounts/identity/rules/first-workspace';
import { putSubject, userIdByEmail, userIdBySubject, users } from '#shared/accounts/identity/store';
import { withInitialLimits } from '#shared/accounts/workspaces/commands/initial-limits';
import { command } from '#shared/foundation/commands/command';
import type { UserId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import { forbidden } from '#shared/foundation/core/refusal';

interface SignUpPolicy {
  /** Whether a person without a user gets a new one, with a workspace. */
  readonly isOpen: boolean;
}

/**
 * The user of a person who signed in: found by their subject at the identity provider, and at the first sign-in by
 * their verified email, so that a user created by an operator is theirs. Otherwise a new user with a workspace of their
 * own. Two first sign-ins at once give one user: the second finds what the first saved. A removed user is a new one at the
 * next sign-in; a disabled one is refused.
 */
export const signIn = command(async (context, person: VerifiedPerson, { isOpen }: SignUpPolicy): Promise<UserId> => {
  const { table, changes, clock } = context;
  const { subject } = person;
  const email = comparableEmail(person.email);
  const [known, withEmail] = await Promise.all([userIdBySubject(table, subject), userIdByEmail(table, email)]);
  const user = known && (await users.find(table, known))?.state;
  if (user?.disabledAt !== undefined) throw disabled();
  if (user) return user.id;
  const at = clock.now();
  if (withEmail) {
    await changes.save({ at, writes: [putSubject({ subject, userId: withEmail, inPlaceOf: known })] });
    return withEmail;
  }
  if (!isOpen)
    throw forbidden(
      'workspace_creation_not_allowed',
      'You are signed in, but you belong to no workspace: ask the operator of this deployment to add you.',
    );
  const workspace = { name: firstWorkspaceName(email) };
  return withInitialLimits(context, [], async (usageLimits) => {
    const user = { email, subject, inPlaceOf: known, workspace, usageLimits };
    const { userId, writes } = userWrites(context, user, at);
    await changes.save({ at, writes });
    return userId;
  });
});

const disabled = () =>
  forbidden('workspace_access_not_allowed', 'Your account is disabled: ask the operator of this deployment.');
