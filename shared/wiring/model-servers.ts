import type { CommandContext } from '#shared/commands/context';
import type { ModelServers } from '#shared/model-servers/ports';
import { modelServers } from '#shared/model-servers/store';
import { kmsClient } from '#shared/platform/aws-clients';
import { cachingSealer } from '#shared/platform/caching-sealer';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';

/** The model servers of this deployment. The function has to open `model-server`. */
export const modelServersFromEnvironment = ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): ModelServers =>
  modelServers(table, cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), clock));
