import { type ConnectLink, linkEndsAt } from '#shared/calendars/consent/rules/connect-link';
import type { ChangeStore } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
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
  ({ changes, ids, clock, backoff, secrets }: Needs) =>
  (workspaceId: WorkspaceId, wanted: WantedLink, keep: Keep<MadeLink> = keepNothing): Promise<MadeLink> =>
    withRetry({ backoff }, async () => {
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
