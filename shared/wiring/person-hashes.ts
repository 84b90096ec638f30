import type { Dependencies } from '#shared/foundation/commands/context';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/lifecycle/erasures/hmac-person-hashes';

/** As a worker finds the key of erasures. One that may only open it asks for it in workspaces with erasures alone. */
export const personHashesFromEnvironment = (context: Dependencies): PersonHashes =>
  hmacPersonHashes(deploymentKey(ERASURE_KEY, { ...context, sealer: kmsSealer(kmsClient(), requiredEnv('keyId')) }));
