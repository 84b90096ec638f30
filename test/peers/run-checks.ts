import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import type { Fetch } from '#shared/capture/recorders/requests/send-request';
import type { Instant } from '#shared/foundation/core/time';
import { typeIds } from '#shared/foundation/platform/type-ids';
import {
  MediaGone,
  type Recorder,
  RecorderUnreachable,
  type RecordingOrder,
  type SendResult,
} from '#shared/meetings/recorders/ports';
import { isOver, type RecordedFile, type RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import type { CallStep, Hook, Peer } from './peer.ts';
import { until } from './until.ts';

export interface CheckResult {
  readonly name: string;
  readonly milliseconds: number;
  /** Undefined: it holds. */
  readonly fault: string | undefined;
}

const clock = { now: () => Date.now() as Instant };
const ids = typeIds({ ...clock, randomBytes });

const recorderAt = (peer: Peer, send: Fetch = peer.send): Recorder =>
  peer.adapter.make(peer.configuration, { fetch: send, clock });

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
const newLink = () => `https://meet.google.com/${letters(3)}-${letters(4)}-${letters(3)}`;

const newOrder = (other: Partial<RecordingOrder> = {}): RecordingOrder => ({
  botId: ids.make('bot'),
  meetingUrl: newLink(),
  botName: 'Rapporteur 📝 check',
  welcomeMessage: 'This call is recorded.',
  mode: 'audio_and_video',
  start: 'on_join',
  silenceAlert: false,
  language: 'en-US',
  lobbySeconds: 600,
  ...other,
});

function accepted(result: SendResult) {
  assert.equal(result.outcome, 'accepted', JSON.stringify(result));
  return result as Extract<SendResult, { outcome: 'accepted' }>;
}

/** Every check of a peer, in order. A check that fails does not keep the next from running. */
export async function runChecks(peer: Peer, say: (result: CheckResult) => void): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, check] of [...apiChecks(peer), ...(peer.means ? callChecks(peer) : []), ...hookChecks(peer)]) {
    const begun = performance.now();
    const fault = await check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    );
    const result = { name, milliseconds: Math.round(performance.now() - begun), fault };
    results.push(result);
    say(result);
  }
  return results;
}

type Check = readonly [name: string, run: () => Promise<void>];

/** What the API alone can show. */
const apiChecks = (peer: Peer): readonly Check[] => [
  [
    'a bot is accepted, found by our id, and joining',
    async () => {
      const recorder = recorderAt(peer);
      const order = newOrder();
      const { externalId } = accepted(await recorder.send(order));
      assert.equal((await recorder.find(order))?.externalId, externalId);
      assert.equal((await recorder.observe({ botId: order.botId, externalId }))?.state, 'joining');
    },
  ],
  [
    'a repeated request creates no second bot',
    async () => {
      const recorder = recorderAt(peer);
      const order = newOrder();
      const first = accepted(await recorder.send(order));
      assert.equal(accepted(await recorder.send(order)).externalId, first.externalId);
    },
  ],
  [
    'a bot whose response was lost is found, and not created again',
    async () => {
      const order = newOrder();
      const losing = recorderAt(peer, losingResponses(peer));
      await assert.rejects(losing.send(order), RecorderUnreachable);
      const found = await recorderAt(peer).find(order);
      assert.ok(found, 'it was not found');
      assert.equal(accepted(await recorderAt(peer).send(order)).externalId, found.externalId);
    },
  ],
  [
    'a link of another service and a wrong key are refused',
    async () => {
      const link = await recorderAt(peer).send(newOrder({ meetingUrl: 'https://example.com/not-a-call' }));
      assert.equal(link.outcome === 'refused' && link.refusal, 'invalid_link');
      const wrongKey = { ...peer, configuration: { ...peer.configuration, apiKey: 'wrong' } };
      const key = await recorderAt(wrongKey).send(newOrder());
      assert.equal(key.outcome === 'refused' && key.refusal, 'rejected');
    },
  ],
  [
    'a bot that is not known is no error to observe and to leave',
    async () => {
      const bot = { botId: ids.make('bot'), externalId: '999999999' };
      assert.equal(await recorderAt(peer).observe(bot), undefined);
      await recorderAt(peer).leave(bot);
      assert.equal(await recorderAt(peer).find(newOrder({ botId: bot.botId })), undefined);
    },
  ],
];

/** What needs something that happens in a call. */
const callChecks = (peer: Peer): readonly Check[] => [
  [
    'a recording is followed to its end, copied by ranges, read as a transcript and deleted',
    async () => {
      const recorder = recorderAt(peer);
      const media = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251));
      const bot = await botIn(peer, recorder, 'lobby', 'admitted');
      assert.equal((await seen(recorder, bot, 'recording')).state, 'recording');
      await peer.means?.records(bot.externalId, media, { speaker: 'Ada', text: 'Good morning, all.' });
      await peer.means?.happens(bot.externalId, 'meeting ended');
      const [file] = await filesOf(recorder, bot);
      assert.ok(file);
      assert.deepEqual(await copied(recorder, bot, file), media);
      await checkTranscript(recorder, bot);
      await recorder.deleteData(bot);
      await recorder.deleteData(bot);
      await assert.rejects(recorder.openMedia(bot, file, { firstByte: 0, lastByte: 9, etag: null }), MediaGone);
    },
  ],
  [
    'a bot that was denied has failed for that reason',
    async () => {
      const recorder = recorderAt(peer);
      const failed = await seen(recorder, await botIn(peer, recorder, 'lobby', 'denied'), 'failed');
      assert.equal(failed.state === 'failed' && failed.failure, peer.denied);
    },
  ],
  [
    'a bot that crashed before it recorded has crashed',
    async () => {
      const recorder = recorderAt(peer);
      const failed = await seen(recorder, await botIn(peer, recorder, 'crashed'), 'failed');
      // Vexa says of a bot that crashed on its way no more than that it could not join.
      assert.ok(failed.state === 'failed' && ['crashed', 'blocked'].includes(failed.failure));
    },
  ],
  [
    'a bot that is cancelled leaves, and may be cancelled again',
    async () => {
      const recorder = recorderAt(peer);
      const bot = await botIn(peer, recorder, 'lobby');
      await recorder.cancel(bot);
      await peer.means?.leaves(bot.externalId);
      await recorder.cancel(bot);
      await until(async () => {
        const observed = await recorder.observe(bot);
        assert.ok(observed && isOver(observed), `it is ${observed?.state}`);
      });
    },
  ],
];

/** Webhooks, where the peer sends any to here. */
const hookChecks = (peer: Peer): readonly Check[] => {
  const { hooks } = peer;
  if (!hooks) return [];
  return [
    [
      'webhooks are genuine, name the bot, and are forged when a byte differs',
      async () => {
        const recorder = recorderAt(peer);
        const order = newOrder();
        const bot = accepted(await recorder.send(order));
        peer.means?.accepts(bot);
        const { externalId, otherIds } = bot;
        await peer.means?.happens(externalId, 'admitted');
        const named = [externalId, ...otherIds, order.botId as string];
        await until(async () => {
          assert.ok(
            hooks.some((hook) => named.includes(idIn(recorder, hook) ?? '')),
            'no webhook names the bot',
          );
        });
        const changed = hooks.map((hook) => ({ ...hook, rawBody: hook.rawBody.replace(/"([a-z])/, '"_$1') }));
        assert.ok(changed.every((hook) => recorder.verifyHint(received(hook)) === 'forged'));
        assert.ok(hooks.every((hook) => recorder.verifyHint(received(hook)) !== 'forged'));
      },
    ],
  ];
};

async function botIn(peer: Peer, recorder: Recorder, ...steps: readonly CallStep[]) {
  const order = newOrder();
  const bot = accepted(await recorder.send(order));
  peer.means?.accepts(bot);
  const { externalId } = bot;
  for (const step of steps) await peer.means?.happens(externalId, step);
  return { botId: order.botId, externalId };
}

type Bot = Awaited<ReturnType<typeof botIn>>;

/** The observation, once it has the state. */
const seen = (recorder: Recorder, bot: Bot, state: RecorderObservation['state']): Promise<RecorderObservation> =>
  until(async () => {
    const observed = await recorder.observe(bot);
    assert.ok(observed?.state === state, `it is ${observed?.state}`);
    return observed;
  });

const filesOf = (recorder: Recorder, bot: Bot): Promise<readonly RecordedFile[]> =>
  until(async () => {
    const observed = await recorder.observe(bot);
    assert.ok(observed?.state === 'ended' && observed.files, `it is ${JSON.stringify(observed)}`);
    return observed.files;
  });

/** The file in ranges of 128 KB, as the copy takes it, with larger ones. */
async function copied(recorder: Recorder, bot: Bot, file: RecordedFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  let totalBytes: number | null = null;
  let etag: string | null = null;
  for (let firstByte = 0; totalBytes === null || firstByte < totalBytes; firstByte += 131_072) {
    const range = { firstByte, lastByte: firstByte + 131_071, etag };
    const open = await recorder.openMedia(bot, file, range);
    assert.equal(open.firstByte, firstByte);
    ({ totalBytes, etag } = open);
    assert.ok(totalBytes !== null);
    parts.push(Buffer.from(await new Response(open.stream).arrayBuffer()));
  }
  return Buffer.concat(parts);
}

async function checkTranscript(recorder: Recorder, bot: Bot): Promise<void> {
  const transcript = await until(async () => {
    const result = await recorder.transcript(bot);
    assert.ok(result?.status === 'done', `it is ${JSON.stringify(result)}`);
    return result.transcript;
  });
  assert.deepEqual(
    transcript.segments.map(({ text, speakerId }) => [
      text,
      transcript.speakers.find(({ id }) => id === speakerId)?.name,
    ]),
    [['Good morning, all.', 'Ada']],
  );
}

const received = ({ headers, rawBody }: Hook) => ({ headers, rawBody, hasToken: false, now: clock.now() });

function idIn(recorder: Recorder, hook: Hook): string | undefined {
  const hint = recorder.verifyHint(received(hook));
  return hint === 'forged' ? undefined : (hint.externalId ?? hint.botId);
}

/** Sends every request of a peer, and loses the response to the one that creates a bot. */
const losingResponses =
  ({ send, createsAt }: Peer): Fetch =>
  async (request) => {
    const response = await send(request);
    if (request.method !== 'POST' || new URL(request.url).pathname !== createsAt) return response;
    await response.body?.cancel();
    throw new Error('The response was lost.');
  };
