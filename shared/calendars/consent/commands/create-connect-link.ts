import { type ConnectLink, linkEndsAt } from '#shared/calendars/consent/rules/connect-link';
import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';

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
