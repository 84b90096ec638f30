import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { SpeechError, VerboseTranscription } from '#shared/capture/recorders/openai-speech/speech-schemas';
import { eventually, stackClient } from '#test/integration/stack-client';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { cutWav } from '#test/support/shipped-meeting';

const stack = stackClient();
const MEETING = join(import.meta.dirname, '../../../assets/simulator/beta-launch');

describe('speech recognition on the local stack', () => {
  // The first upload installs it: minutes on a new machine, seconds afterwards.
  it('transcribes a meeting of the scenario talk from its sound', async () => {
    const workspace_id = await stack.newWorkspace('Talk');
    const bot = await stack.call('POST', '/bots', {
      workspace_id,
      meeting_url: 'https://meet.google.com/abc-talk-def',
    });
    expect(bot.status).toBe(201);

    const results = await eventually(
      async () => (await stack.call('GET', `/meetings/${bot.body.meeting_id}/results`)).body,
      ({ transcript }) => ['ready', 'failed'].includes(transcript?.status),
    );

    const said = results.transcript.segments.map(({ text }: { text: string }) => text).join(' ');
    expect(said).toMatch(/today we have to settle the date .* take too long to arrive/);
    // The script of the meeting has speakers; what was recognized has none.
    expect(results.speakers).toEqual([]);
    expect(results.transcript.segments[0]).toMatchObject({ speaker_id: null, start: expect.any(Number) });
    expect(results.transcript.language).toBe('en');
  });
});

describe('the speech server', () => {
  let audio: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    audio = new Uint8Array(await readFile(join(MEETING, 'audio.wav')));
  });

  async function upload(fields: Readonly<Record<string, string>>, file?: Uint8Array<ArrayBuffer>) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (file) body.set('file', new Blob([file]), 'audio.wav');
    // 503 while it starts, 429 while it transcribes what another test sent.
    return eventually(
      () => fetch(`${stack.speech_url}/v1/audio/transcriptions`, { method: 'POST', body }),
      ({ status }) => ![429, 503].includes(status),
    );
  }

  const codeOf = async (response: Response) => [
    response.status,
    v.parse(SpeechError, await response.json()).error.code,
  ];

  it('answers GET /health once it runs', async () => {
    await upload({});

    expect(await health()).toEqual({ status: 'ok', busy: false });
  });

  it('hears words with their times', async () => {
    const response = await upload({ response_format: 'verbose_json' }, cutWav(audio, 4.4));

    const heard = v.parse(VerboseTranscription, await response.json());

    expect(response.status).toBe(200);
    expect(heard.duration).toBeCloseTo(4.4, 1);
    expect(heard.text.toLowerCase()).toMatch(/^good morning everyone.*launch/);
    const morning = heard.words?.find(({ word }) => /morning/i.test(word));
    // script.vtt has it at 0.613 s.
    expect(morning?.start).toBeGreaterThan(0.2);
    expect(morning?.end).toBeLessThan(1.5);
    expect(heard.segments?.[0]).toMatchObject({ start: expect.any(Number), no_speech_prob: expect.any(Number) });
  });

  it('hears nothing in silence', async () => {
    const silence = new Uint8Array(await readFile(join(MEETING, '../silence/audio.wav')));

    const response = await upload({ response_format: 'verbose_json' }, silence);
    const heard = v.parse(VerboseTranscription, await response.json());

    expect(heard).toMatchObject({ text: '', words: [], segments: [] });
  });

  it('refuses a language that its model does not know', async () => {
    expect(await codeOf(await upload({ language: 'de' }, cutWav(audio, 1)))).toEqual([400, 'language_not_supported']);
  });

  it('refuses a file that is no recording', async () => {
    expect(await codeOf(await upload({}, new Uint8Array(Buffer.from('no sound'))))).toEqual([400, 'invalid_audio']);
  });

  it('refuses a form without a file', async () => {
    expect(await codeOf(await upload({ language: 'en' }))).toEqual([400, 'missing_file']);
  });

  it('refuses an upload of more than 25 MB', async () => {
    expect(await codeOf(await upload({}, new Uint8Array(26 * 1024 * 1024)))).toEqual([413, 'payload_too_large']);
  });

  it('refuses a second upload while it has one', async () => {
    const { type, bytes } = await formWith(cutWav(audio, 2));
    const headers = { 'content-type': type, 'content-length': bytes.length };
    const first = request(`${stack.speech_url}/v1/audio/transcriptions`, { method: 'POST', headers });
    const answered = once(first, 'response');
    // Half an upload: it has the server until the rest arrives.
    first.write(bytes.subarray(0, bytes.length / 2));

    await eventually(health, ({ busy }) => busy);

    const second = await post(bytes, type);
    first.end(bytes.subarray(bytes.length / 2));
    const [response] = await answered;

    expect([second.status, second.headers.get('retry-after'), response.statusCode]).toEqual([429, '10', 200]);
    response.resume();
  });
});

const Health = v.object({ status: v.literal('ok'), busy: v.boolean() });
const health = async () => v.parse(Health, await (await fetch(`${stack.speech_url}/health`)).json());

async function formWith(file: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new Blob([file]), 'audio.wav');
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) };
}

const post = (body: Buffer, type: string): Promise<Response> =>
  fetch(`${stack.speech_url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
