import type { CommandContext } from '#shared/foundation/commands/context';
import type { ModelServers } from '#shared/foundation/model-servers/ports';
import { modelServers } from '#shared/foundation/model-servers/store';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';

/** The model servers of this deployment. The function has to open `model-server`. */
export const modelServersFromEnvironment = ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): ModelServers =>
  modelServers(table, cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), clock));
