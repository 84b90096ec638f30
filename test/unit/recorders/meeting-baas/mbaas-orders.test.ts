import { mbaasOrder } from '#shared/capture/recorders/meeting-baas/mbaas-order';
import { meetingBaas } from '#shared/capture/recorders/meeting-baas/mbaas-recorder';
import { readMbaasTranscript } from '#shared/capture/recorders/meeting-baas/mbaas-transcript';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { aMeetingBaas } from '#test/doubles/recorders/meeting-baas/a-meeting-baas';
import { describe, expect, it } from '#test/support/jest';
import { aTestClock, noon } from '#test/unit/recorders/a-test-clock';
import { anOrder, BOT_ID } from '#test/unit/recorders/an-order';

const HOOK = 'https://api.example.com/hooks/recorders/mbaas/k3J9';
const noHook = { hookUrl: null };

function aRecorder() {
  const clock = aTestClock();
  const server = aMeetingBaas({ clock });
  const configuration = { name: 'mbaas', hookUrl: HOOK, ...server };
  return { server, recorder: meetingBaas.make(configuration, { fetch: server.fetch, clock }) };
}

describe('an order at Meeting BaaS', () => {
  it('asks for video, transcription, our bot id in `extra` and a callback', () => {
    expect(mbaasOrder(anOrder({ welcomeMessage: 'Hello.' }), { hookUrl: HOOK })).toEqual({
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'Notetaker',
      recording_mode: 'speaker_view',
      allow_multiple_bots: true,
      extra: { rapporteur_bot_id: BOT_ID },
      timeout_config: { waiting_room_timeout: 600 },
      transcription_enabled: true,
      transcription_config: { provider: 'gladia' },
      entry_message: 'Hello.',
      callback_enabled: true,
      callback_config: { url: HOOK, method: 'POST' },
    });
  });

  it('asks for no callback where there is no address, and no video in a bot that records audio alone', () => {
    const order = mbaasOrder(anOrder({ mode: 'audio_only' }), noHook);

    expect(order['recording_mode']).toBe('audio_only');
    expect(order).not.toHaveProperty('callback_config');
    expect(order).not.toHaveProperty('entry_message');
  });

  it.each([
    [5, 120],
    [600, 600],
    [7_200, 1_800],
  ])('waits %d seconds in the lobby as %d', (lobbySeconds, wanted) => {
    expect(mbaasOrder(anOrder({ lobbySeconds }), noHook)).toMatchObject({
      timeout_config: { waiting_room_timeout: wanted },
    });
  });

  it.each([
    ['auto', undefined],
    ['multi', { language_config: { languages: [], code_switching: true } }],
    ['en-GB', { language_config: { languages: ['en'] } }],
    ['gsw', undefined],
  ])('names the language %s to the transcription', (language, params) => {
    const { transcription_config } = mbaasOrder(anOrder({ language }), noHook);

    expect(transcription_config).toEqual({ provider: 'gladia', ...(params && { custom_params: params }) });
  });

  it('cuts what is longer than Meeting BaaS takes', async () => {
    const { server, recorder } = aRecorder();

    expect(await recorder.send(anOrder({ botName: 'x'.repeat(300), welcomeMessage: 'y'.repeat(600) }))).toMatchObject({
      outcome: 'accepted',
    });
    expect(server.bots).toHaveLength(1);
  });

  it('is full at the daily cap', async () => {
    const { server, recorder } = aRecorder();
    server.setDailyCap(0);

    expect(await recorder.send(anOrder())).toEqual({
      outcome: 'refused',
      refusal: 'full',
      nativeCode: 'FST_ERR_DAILY_BOT_CAP_REACHED',
      detail: 'Meeting BaaS refused the bot (FST_ERR_DAILY_BOT_CAP_REACHED).',
    });
  });

  it('is rejected without tokens', async () => {
    const { server, recorder } = aRecorder();
    server.setTokens(0);

    expect(await recorder.send(anOrder())).toMatchObject({
      refusal: 'rejected',
      nativeCode: 'FST_ERR_INSUFFICIENT_TOKENS',
    });
  });

  it.each([
    [409, 'FST_ERR_BOT_ALREADY_EXISTS', 'full'],
    [400, 'INVALID_MEETING_PLATFORM', 'invalid_link'],
  ])('is refused by %d %s as %s', async (status, code, refusal) => {
    const { server, recorder } = aRecorder();
    server.failNext({ type: 'status', status, body: { success: false, code } });

    expect(await recorder.send(anOrder())).toMatchObject({ outcome: 'refused', refusal, nativeCode: code });
  });

  it('is repeated when there were too many requests', async () => {
    const { server, recorder } = aRecorder();
    server.failNext({ type: 'status', status: 429, body: { code: 'FST_ERR_TOO_MANY_REQUESTS' }, retryAfterSeconds: 1 });

    await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
  });
});

describe('a callback of Meeting BaaS', () => {
  const callback = (over: object) => ({
    headers: {},
    rawBody: JSON.stringify({ event: 'bot.completed', data: { bot_id: 'b-1' }, extra: { rapporteur_bot_id: BOT_ID } }),
    hasToken: true,
    now: noon,
    ...over,
  });

  it('is accepted at the unguessable path, without a signature', () => {
    const { recorder } = aRecorder();

    expect(recorder.verifyHint(callback({}))).toEqual({ botId: BOT_ID, externalId: 'b-1' });
    expect(recorder.verifyHint(callback({ hasToken: false }))).toBe('forged');
  });

  it('is forged with a wrong signature, also at that path', () => {
    const headers = { 'svix-id': 'msg_1', 'svix-timestamp': String(noon / 1000), 'svix-signature': 'v1,AAAA' };

    expect(aRecorder().recorder.verifyHint(callback({ headers }))).toBe('forged');
  });

  it('has our bot id beside its data, or within', () => {
    const rawBody = JSON.stringify({ data: { bot_id: 'b-1', extra: { rapporteur_bot_id: BOT_ID } } });

    expect(aRecorder().recorder.verifyHint(callback({ rawBody }))).toEqual({ botId: BOT_ID, externalId: 'b-1' });
  });

  it('names no bot of ours for an id of another form', () => {
    const rawBody = JSON.stringify({ data: { bot_id: 'b-1' }, extra: { rapporteur_bot_id: 'bot_x' } });

    expect(aRecorder().recorder.verifyHint(callback({ rawBody }))).toEqual({ externalId: 'b-1' });
  });
});

describe('a transcript of Meeting BaaS', () => {
  const anUtterance = (over: object) => ({ text: 'Hallo.', start: 1, end: 2, words: [], ...over });

  it('states its language where all of it has one', () => {
    const of = (...languages: readonly string[]) =>
      readMbaasTranscript({
        result: { utterances: languages.map((language) => anUtterance({ language })), languages: [] },
      }).language;

    expect([of('de', 'de'), of('de', 'en'), of()]).toEqual(['de', null, null]);
  });

  it('has a speaker without a name for a voice with a number, and none for a missing one', () => {
    const utterances = [anUtterance({ speaker: 0 }), anUtterance({ speaker: null, start: 3, end: 4 })];
    const { speakers, segments } = readMbaasTranscript({ result: { utterances, languages: [] } });

    expect(speakers).toEqual([{ id: 'spk_1', name: null }]);
    expect(segments.map(({ speakerId }) => speakerId)).toEqual(['spk_1', null]);
  });
});
