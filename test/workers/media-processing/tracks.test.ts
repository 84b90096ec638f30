import { workspaces } from '#functions/api/workspaces/index';
import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import { trackByTrack } from '#shared/capture/recorders/tracks/track-by-track';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { answerAsOf } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { MOST_TRACKS } from '#shared/texts/orders/rules/audio-tracks';
import { aMediaOrderWorld, NOTHING } from '#test/contract/orders/a-media-order';
import {
  aSpeechServer,
  type Hearing,
  hearNumbers,
  refusal,
} from '#test/doubles/recorders/openai-speech/a-speech-server';
import { aWorld, callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aFileOfTracks } from '#test/unit/media/some-audio';

const OF_TRACKS = { speakers: { tracks: true } };
const seconds = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, nth) => from + nth);
/** 20 seconds: the second track begins at 12 s, while the first is heard still. */
const LATE_SOUND = [{ numbers: seconds(1, 16) }, { numbers: seconds(101, 8), startSeconds: 12, isDefault: false }];

/** A workspace whose deployment has a speech server that hears the numbers of seconds. */
async function aTrackedWorld({ hear = hearNumbers, tracks = LATE_SOUND as Parameters<typeof aFileOfTracks>[1] } = {}) {
  const world = aWorld({ pricePerMinute: { currency: 'EUR', centHundredths: 6_000 } });
  const server = aSpeechServer({ hear });
  const files = { ...world.files, sizeOf: world.files.uploads.sizeOf, readRange: world.files.uploads.readRange };
  const speech = openaiTranscriber(
    {
      kind: 'openai_compatible',
      baseUrl: 'https://speech.test',
      model: 'whisper-1',
      apiKey: null,
      maxUploadBytes: null,
    },
    { fetch: server.fetch, files, clock: world.clock, openAudio },
  );
  const made = await aMediaOrderWorld({ transcriber: trackByTrack(speech, { files, clock: world.clock }) }, world);
  const { order, worker, readOrder, conversation, anUpload, owner } = made;
  const url = await anUpload(await aFileOfTracks('MOV', tracks), 'call.mov');
  const housekeeping = housekeepingWorker(world);
  const usage = callsTo(workspaces(world.context));
  const textOf = async (id: string) => (await conversation((await readOrder(id)).outputs_ids[0], '/transcript')).body;
  return {
    ...made,
    server,
    textOf,
    orderCall: async (changes: object = OF_TRACKS, options?: { readonly path: string }): Promise<string> =>
      (await order({ url, ...changes }, options)).body.id,
    /** The order after its work. */
    ended: async (changes: object = OF_TRACKS, options?: { readonly path: string }) => {
      const { id } = (await order({ url, ...changes }, options)).body;
      await worker.untilQuiet();
      return readOrder(id);
    },
    used: async (): Promise<Readonly<Record<string, number>>> => {
      await housekeeping.untilQuiet();
      const { body } = await usage('GET', `/usage?workspace_id=${owner.workspaceId}&by=kind`, { key: owner.key });
      return Object.fromEntries(body.data.map((one: { kind: string; quantity: number }) => [one.kind, one.quantity]));
    },
  };
}

interface Shown {
  readonly speakers: readonly { readonly id: string; readonly name: string }[];
  readonly segments: readonly {
    readonly speaker_id: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

const speakersIn = ({ speakers, segments }: Shown) =>
  segments.map(({ speaker_id: id, start, end }) => [speakers.find((one) => one.id === id)?.name, start, end] as const);

describe('an order of the tracks of a file', () => {
  it('has a speaker for each, at the times of the file', async () => {
    const { ended, textOf } = await aTrackedWorld();

    const done = await ended();

    expect(done).toMatchObject({
      state: 'fulfilled',
      ingestions: [{ audio_tracks: 2, duration_seconds: 20, notes: [] }],
    });
    expect(speakersIn(await textOf(done.id))).toEqual([
      ['Track 1', expect.closeTo(0.1, 1), expect.closeTo(15.8, 1)],
      ['Track 2', expect.closeTo(12.1, 1), expect.closeTo(19.8, 1)],
    ]);
  });

  it('has subtitles of people who speak at once', async () => {
    const { ended, textOf } = await aTrackedWorld();

    const { id } = await ended(OF_TRACKS, { path: '/subtitle' });

    const { segments } = (await textOf(id)) as Shown;
    expect(segments.map(({ text }) => text)).toContain('-10 11 12 13 14 15 16\n-101 102');
    expect(segments.at(-1)?.text).toContain('108');
  });

  it('counts and costs as often as it has tracks', async () => {
    const { ended, used } = await aTrackedWorld();

    const { pricing, usage } = await ended();

    expect([pricing.total_cents, usage.recognized_seconds]).toEqual([40, 40]);
    expect(await used()).toMatchObject({ recognized_seconds: 40, transcribed_minutes: 0.67 });
  });

  it('is refused where the limit was used up by the tracks of another', async () => {
    const { ended, world, owner, order } = await aTrackedWorld();
    await setUsageLimits(world.context)(owner.workspaceId, { recognized_seconds: 21 });

    expect((await ended()).state).toBe('fulfilled');

    expect((await order(OF_TRACKS)).status).toBe(403);
  });

  it('hears no track again after a service that was out of order between two', async () => {
    let asked = 0;
    const hear: Hearing = (upload) => {
      asked += 1;
      return asked === 2 ? refusal(503, 'unavailable') : hearNumbers(upload);
    };
    const { orderCall, worker, readOrder, server, filesKept } = await aTrackedWorld({ hear });
    const id = await orderCall();
    await worker.untilQuiet();
    const between = [(await readOrder(id)).state, filesKept().filter((key) => key.includes('.track-')).length];

    while ((await readOrder(id)).state === 'submitted') await worker.next();

    expect([between, (await readOrder(id)).state, server.requests.length]).toEqual([['submitted', 1], 'fulfilled', 3]);
    expect(filesKept().filter((key) => key.includes('.track-'))).toEqual([]);
  });

  it('that is canceled between two leaves nothing', async () => {
    const cancel: { now: () => Promise<unknown> } = { now: async () => undefined };
    const hear: Hearing = (upload) => {
      void cancel.now();
      return hearNumbers(upload);
    };
    const { orderCall, worker, readOrder, act, leftBehind } = await aTrackedWorld({ hear });
    const id = await orderCall();
    cancel.now = () => act(id, 'cancel');

    while (await worker.next());

    expect((await readOrder(id)).state).toBe('canceled');
    expect(await leftBehind()).toEqual(NOTHING);
  });

  it('is that of the file where it has one track', async () => {
    const { ended, textOf, server } = await aTrackedWorld({ tracks: [{ numbers: seconds(1, 20) }] });

    const done = await ended();

    expect([done.ingestions[0].audio_tracks, done.pricing.total_cents]).toEqual([1, 20]);
    expect([((await textOf(done.id)) as Shown).speakers, server.requests.length]).toEqual([[], 1]);
  });

  it('fails where it has more tracks than are taken, a draft too, and nothing is heard', async () => {
    const tracks = Array.from({ length: MOST_TRACKS + 1 }, (_, nth) => ({ numbers: [nth] }));
    const { ended, server, leftBehind } = await aTrackedWorld({ tracks });

    expect(await ended({ ...OF_TRACKS, confirm: false })).toMatchObject({
      ...{ state: 'failed', failure_reason: 'too_many_tracks', pricing: null },
      ingestions: [{ state: 'failed', failure_reason: 'too_many_tracks', audio_tracks: null }],
    });
    expect([server.requests.length, await leftBehind()]).toEqual([0, NOTHING]);
  });
});

describe('an order of a file with several tracks', () => {
  it('is heard in the default one, says that there are others, and counts once', async () => {
    const { ended, textOf } = await aTrackedWorld();

    const done = await ended({});

    expect(done.ingestions).toMatchObject([
      {
        audio_tracks: 2,
        notes: [
          'The file has 2 audio tracks, of which the default one is transcribed. An order with speakers.tracks: true transcribes each of them.',
        ],
      },
    ]);
    expect([done.pricing.total_cents, done.usage.recognized_seconds]).toEqual([20, 20]);
    expect((await textOf(done.id)) as Shown).toMatchObject({
      speakers: [],
      segments: [{ start: expect.closeTo(0.1) }],
    });
  });

  it('is shown in camelCase before 2026-10-12', async () => {
    const { ended } = await aTrackedWorld();

    const { ingestions } = (await answerAsOf('2025-11-25', releases, await ended({}), { zone: 'Etc/UTC' })) as {
      readonly ingestions: readonly unknown[];
    };

    expect(ingestions).toMatchObject([{ audioTracks: 2, durationSeconds: 20, notes: [expect.any(String)] }]);
  });

  it('takes any number of tracks', async () => {
    const tracks = Array.from({ length: MOST_TRACKS + 1 }, (_, nth) => ({ numbers: [nth] }));
    const { ended } = await aTrackedWorld({ tracks });

    expect(await ended({})).toMatchObject({ state: 'fulfilled', ingestions: [{ audio_tracks: MOST_TRACKS + 1 }] });
  });
});
