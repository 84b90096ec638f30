import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { withoutKey } from '#shared/commands/users/add-user';
import type { UserId } from '#shared/domain/ids';
import { comparableEmail } from '#shared/domain/members/member';
import { forbidden } from '#shared/domain/refusal';
import { firstWorkspaceName } from '#shared/domain/sign-in/first-workspace';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Directory } from '#shared/ports/directory';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { VerifiedPerson } from '#shared/ports/sign-in-provider';

interface Needs {
  readonly directory: Directory;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly ids: IdMaker;
  readonly newNumber: () => number;
  readonly patience: Patience;
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
    againAfterLostRace(needs.patience, async () => {
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
