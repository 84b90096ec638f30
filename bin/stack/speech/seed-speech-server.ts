import type { AwsEndpoint } from '#bin/stack/emulator-config';
import { type StackStore, withStackStore } from '#bin/stack/stack-store';
import { modelServers } from '#shared/foundation/model-servers/store';

/** Stores the speech server of the stack, as `npm run ops -- speech` does, or that it has none. */
export const seedSpeechServer = (aws: AwsEndpoint, stack: StackStore, baseUrl: string | undefined): Promise<void> =>
  withStackStore(aws, stack, async ({ table, sealer }) => {
    const { speech } = modelServers(table, sealer);
    const server = { kind: 'openai_compatible', model: 'whisper-1', apiKey: null, maxUploadBytes: null } as const;
    await (baseUrl === undefined ? speech.remove() : speech.save({ ...server, baseUrl }));
  });
