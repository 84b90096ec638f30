import type { Dependencies } from '#shared/commands/context';
import { deploymentKey } from '#shared/dynamodb/deployment-key';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/erasures/hmac-person-hashes';
import type { PersonHashes } from '#shared/erasures/ports';
import { kmsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';

/** As a worker finds the key of erasures. One that may only open it asks for it in workspaces with erasures alone. */
export const personHashesFromEnvironment = (context: Dependencies): PersonHashes =>
  hmacPersonHashes(deploymentKey(ERASURE_KEY, { ...context, sealer: kmsSealer(kmsClient(), requiredEnv('keyId')) }));
