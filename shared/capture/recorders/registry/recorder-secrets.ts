import * as v from 'valibot';
import type { Sealer } from '#shared/foundation/core/secrets';

/** What a recorder's row keeps sealed. */
export interface RecorderSecrets {
  readonly apiKey: string;
  /** Verifies its webhooks; null where none is set. */
  readonly webhookSecret: string | null;
  /** The last segment of the path that its webhooks are sent to. */
  readonly hookToken: string;
}

/** They belong to the deployment and not to a workspace. */
const CONTEXT = { workspace: '-', resource: 'recorder-secrets' };

const Secrets = v.object({ apiKey: v.string(), webhookSecret: v.nullable(v.string()), hookToken: v.string() });

export const sealSecrets = (sealer: Sealer, secrets: RecorderSecrets): Promise<string> =>
  sealer.seal(JSON.stringify(secrets), CONTEXT);

/** Throws `DecryptionFailed`, and where the key service is out of reach. */
export const openSecrets = async (sealer: Sealer, sealed: string): Promise<RecorderSecrets> =>
  v.parse(Secrets, JSON.parse(await sealer.open(sealed, CONTEXT)));
