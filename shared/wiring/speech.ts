import type { CommandContext } from '#shared/commands/context';
import type { FileStorage, MultipartStorage } from '#shared/files/ports';
import { modelServers } from '#shared/model-servers/store';
import { kmsClient } from '#shared/platform/aws-clients';
import { cachingSealer } from '#shared/platform/caching-sealer';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { configuredSpeech } from '#shared/recorders/openai-speech/configured-speech';
import type { Transcriber } from '#shared/recorders/ports';

/** The speech server of this deployment, which `npm run speech` configures. The function has to open `model-server`. */
export function speechGiven(
  { table, clock }: Pick<CommandContext, 'table' | 'clock'>,
  files: FileStorage,
  { sizeOf }: Pick<MultipartStorage, 'sizeOf'>,
): Transcriber {
  const sealer = cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), clock);
  const servers = modelServers(table, sealer);
  return configuredSpeech({ servers, fetch: globalThis.fetch, files: { ...files, sizeOf }, clock });
}
