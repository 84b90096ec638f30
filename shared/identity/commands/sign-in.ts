import { command } from '#shared/commands/command';
import type { UserId } from '#shared/core/ids';
import { forbidden } from '#shared/core/refusal';
import { userWrites } from '#shared/identity/commands/provision-user';
import type { VerifiedPerson } from '#shared/identity/ports/sign-in-provider';
import { firstWorkspaceName } from '#shared/identity/rules/first-workspace';
import { putSubject, userIdByEmail, userIdBySubject } from '#shared/identity/store';
import { comparableEmail } from '#shared/members/rules/member';

interface SignUpPolicy {
  /** Whether a person without a user gets a new one, with a workspace. */
  readonly isOpen: boolean;
}

/**
 * The user of a person who signed in: found by their subject at the identity provider, and at the first sign-in by
 * their verified email, so that a user created by an operator is theirs. Otherwise a new user with a workspace of their
 * own. Two first sign-ins at once give one user: the second finds what the first saved.
 */
export const signIn = command(async (context, person: VerifiedPerson, { isOpen }: SignUpPolicy): Promise<UserId> => {
  const { table, changes, clock } = context;
  const { subject } = person;
  const email = comparableEmail(person.email);
  const [known, withEmail] = await Promise.all([userIdBySubject(table, subject), userIdByEmail(table, email)]);
  if (known) return known;
  const at = clock.now();
  if (withEmail) {
    await changes.save({ at, writes: [putSubject({ subject, userId: withEmail })] });
    return withEmail;
  }
  if (!isOpen)
    throw forbidden(
      'workspace_creation_not_allowed',
      'You are signed in, but you belong to no workspace: ask the operator of this deployment to add you.',
    );
  const workspace = { name: firstWorkspaceName(email) };
  const { userId, writes } = userWrites(context, { email, subject, workspace }, at);
  await changes.save({ at, writes });
  return userId;
});
