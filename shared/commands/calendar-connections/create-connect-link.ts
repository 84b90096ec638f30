import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { type ConnectLink, linkEndsAt } from '#shared/domain/calendar-connections/connect-link';
import type { WorkspaceId } from '#shared/domain/ids';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import { type Keep, keepNothing } from '#shared/ports/kept-answers';
import type { OneTimeSecrets } from '#shared/ports/one-time-secrets';
import type { Patience } from '#shared/ports/patience';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly secrets: OneTimeSecrets;
}

export type WantedLink = Pick<
  ConnectLink,
  'whose' | 'provider' | 'emailMatch' | 'returnUrl' | 'state' | 'returnNamesMember' | 'metadata'
>;

export interface MadeLink {
  readonly link: ConnectLink;
  /** Part of its address, and nowhere to be found again. */
  readonly secret: string;
}

/** Makes a link whose address nobody can guess, from its id or otherwise. */
export const createConnectLink =
  ({ changes, ids, clock, patience, secrets }: Needs) =>
  (workspaceId: WorkspaceId, wanted: WantedLink, keep: Keep<MadeLink> = keepNothing): Promise<MadeLink> =>
    againAfterLostRace(patience, async () => {
      const at = clock.now();
      const secret = secrets.make();
      const link: ConnectLink = {
        ...wanted,
        id: ids.make('ccl'),
        workspaceId,
        secretDigest: secrets.digest(secret),
        used: null,
        createdAt: at,
        expiresAt: linkEndsAt(at),
      };
      const made = { link, secret };
      await changes.save({ at, connectLinks: [{ before: undefined, after: link }], answer: await keep(made) });
      return made;
    });
