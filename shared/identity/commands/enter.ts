import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { UserId } from '#shared/core/ids';
import { forbidden } from '#shared/core/refusal';
import { withoutKey } from '#shared/identity/commands/add-user';
import type { Directory } from '#shared/identity/ports/directory';
import type { VerifiedPerson } from '#shared/identity/ports/sign-in-provider';
import { firstWorkspaceName } from '#shared/identity/rules/first-workspace';
import { comparableEmail } from '#shared/members/rules/member';

interface Needs {
  readonly directory: Directory;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly ids: IdMaker;
  readonly newNumber: () => number;
  readonly backoff: Backoff;
  /** Whether somebody whom we do not know gets a workspace. */
  readonly isOpen: boolean;
}

/**
 * Which user a signed-in person is. Known by who they are at the provider; the first time by their verified address,
 * so that a user an operator made is theirs from their first sign-in on; else a new one, with a workspace of their own.
 * Two first sign-ins at once are one user: the second finds what the first saved.
 */
export const enter =
  (needs: Needs) =>
  (person: VerifiedPerson): Promise<UserId> =>
    withRetry(needs, async () => {
      const { directory, changes, clock } = needs;
      const email = comparableEmail(person.email);
      const [known, ofEmail] = await Promise.all([
        directory.userOfSubject(person.subject),
        directory.userOfEmail(email),
      ]);
      if (known) return known;
      if (!ofEmail) return welcome(needs, { subject: person.subject, email });
      await changes.save({ at: clock.now(), subjects: [{ subject: person.subject, userId: ofEmail }] });
      return ofEmail;
    });

async function welcome(needs: Needs, { subject, email }: VerifiedPerson): Promise<UserId> {
  if (!needs.isOpen)
    throw forbidden(
      'workspace_creation_not_allowed',
      'You are signed in, but you belong to no workspace: ask the operator of this deployment to add you.',
    );
  const { ids, changes, clock } = needs;
  const userId = ids.make('usr');
  const make = { id: ids.make('wks'), number: needs.newNumber(), name: firstWorkspaceName(email), emailDomains: [] };
  await changes.save(withoutKey({ userId, email, place: { make }, subject }, clock.now()));
  return userId;
}
