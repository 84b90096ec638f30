import { recorderNotifications } from '#functions/hooks/recorder-notifications/index';
import type { ChangedBot } from '#shared/capture/bots/commands/handle-recorder-webhook';
import { configuredRecorders } from '#shared/capture/recorders/registry/configured-recorders';
import { recorderHints } from '#shared/capture/recorders/registry/recorder-hints';
import { sealSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import type { Clock } from '#shared/foundation/core/clock';
import type { BotToServe } from '#shared/meetings/live-transcripts/ports';
import type { RecorderTools } from '#shared/meetings/recorders/ports';
import type { RecorderKind } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { aRecorderServer } from '#test/doubles/recorders/a-recorder-server';
import type { HookSender, HookTransport } from '#test/doubles/recorders/hook-sender';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { aGatewayEvent } from '#test/support/gateway-event';

/** What a test does in the call of the one bot, and sees of the recorder that has it. */
export interface PlayedRecorder {
  readonly kind: Exclude<RecorderKind, 'simulator'>;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly fetch: RecorderTools['fetch'];
  readonly hooks: HookSender;
  /** The bot is admitted and records. */
  admit(): void;
  /** Ada says something; partly first, where the recorder tells. Absent from one that does not say what is said. */
  say?(text: string): void;
  /** The call is over; the file and a transcript of one sentence are there. */
  end(file: Uint8Array<ArrayBuffer>): void;
  /** The recorded file is another one. */
  replaceFile(file: Uint8Array<ArrayBuffer>): void;
  /** The next link to the file has expired when it is used. */
  expireLink(): void;
  /** The response to the second request for the file breaks off. */
  cutSecondRange(): void;
  /** The `Range` and `If-Range` of the requests for the file. */
  ranges(): readonly (readonly [range: string | null, ifRange: string | null])[];
  close(): Promise<void>;
}

export interface Wire {
  readonly clock: Clock;
  readonly transport: HookTransport;
  /** Where the account or the project has webhooks sent. */
  readonly hookUrl: string;
}

const ORIGIN = 'https://rapporteur.test';
const TOKEN = 'unguessable-token';

interface Given {
  /** The webhook secret that is stored; that of the recorder unless said otherwise. */
  readonly storedSecret?: string | null;
  /** The token in the address that the recorder has. */
  readonly token?: string;
}

/**
 * A bot that a played recorder has, and the hook handler behind an HTTP server on loopback, which stands for the gateway:
 * requests to the public origin get there.
 */
export async function aBotOnTheWire(
  play: (wire: Wire) => Promise<PlayedRecorder>,
  { storedSecret, token }: Given = {},
) {
  const story = await aBotStory();
  const { table, sealer, clock } = story.context;
  const queued: ChangedBot[] = [];
  const served: BotToServe[] = [];
  const outcomes: unknown[] = [];
  const hook = recorderNotifications(story.context, {
    hints: recorderHints({ ...story.context, adapters: ADAPTERS }),
    queue: { send: async (messages) => void queued.push(...messages.map(({ message }) => message)) },
    liveQueue: { send: async (messages) => void served.push(...messages.map(({ message }) => message)) },
    log: ({ outcome }) => void outcomes.push(outcome),
  });
  const gateway = await aRecorderServer(async ({ method, path, headers, body }) => {
    const { statusCode = 0 } = await hook(aGatewayEvent({ method, path, headers, body }));
    return { status: statusCode };
  });
  const transport: HookTransport = async (url, init) => {
    const response = await fetch(url.replace(ORIGIN, gateway.origin), init);
    await response.body?.cancel();
    return response;
  };
  const played = await play({ clock, transport, hookUrl: `${ORIGIN}/hooks/recorders/eu/${token ?? TOKEN}` });
  const { kind, baseUrl, apiKey } = played;
  const webhookSecret = storedSecret === undefined ? played.webhookSecret : storedSecret;
  await recorderRegistry.save(table, undefined, {
    recorders: [
      { name: 'eu', kind, baseUrl, sealed: await sealSecrets(sealer, { apiKey, webhookSecret, hookToken: TOKEN }) },
    ],
    order: { meet: ['eu'], zoom: [], teams: [] },
  });
  const recorders = configuredRecorders({
    ...{ table, sealer, catalog: SIMULATED, simulator: story.recorder, adapters: ADAPTERS, origin: ORIGIN },
    tools: { fetch: played.fetch, clock },
  });
  const workers = botWorkers({ ...story.world, context: story.context }, { recorders });
  const { id } = (await story.send()).body;
  await workers.work(id);
  await played.hooks.settled();
  const ofDispatch = { queued: queued.splice(0), outcomes: outcomes.splice(0) };

  return {
    ...story,
    ...{ played, workers, recorders, id, queued, served, outcomes, ofDispatch },
    /** Every webhook that is under way arrives, and each queued bot is checked, once for each message. */
    async followHooks() {
      await played.hooks.settled();
      for (const { botId } of queued.splice(0)) await workers.work(botId);
    },
    status: async (): Promise<unknown> => (await story.bot(id)).status,
    /** The recorded file in our storage. */
    stored: () => [...story.world.files.files].find(([key]) => /\/media\/(video|audio)\./.test(key))?.[1],
    async close() {
      await played.close();
      await gateway.close();
    },
  };
}
