import { recallOrder } from '#shared/capture/recorders/recall/recall-order';
import { recall } from '#shared/capture/recorders/recall/recall-recorder';
import { readRecallTranscript } from '#shared/capture/recorders/recall/recall-transcript';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { aRecall } from '#test/doubles/recorders/recall/a-recall';
import { describe, expect, it } from '#test/support/jest';
import { aTestClock } from '#test/unit/recorders/a-test-clock';
import { anOrder, BOT_ID } from '#test/unit/recorders/an-order';

function aRecorder() {
  const clock = aTestClock();
  const server = aRecall({ clock });
  const configuration = { name: 'us', hookUrl: null, ...server };
  return { server, clock, recorder: recall.make(configuration, { fetch: server.fetch, clock }) };
}

describe('an order at Recall.ai', () => {
  it('asks for audio and video, transcription and our bot id in the metadata', () => {
    expect(recallOrder(anOrder({ welcomeMessage: 'Hello, I take notes.' }), null)).toEqual({
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'Notetaker',
      metadata: { rapporteur_bot_id: BOT_ID },
      recording_config: {
        transcript: {
          provider: { recallai_streaming: { mode: 'prioritize_accuracy', language_code: 'auto' } },
          diarization: { use_separate_streams_when_available: true },
        },
        video_mixed_mp4: {},
        audio_mixed_mp3: {},
        start_recording_on: 'call_join',
      },
      automatic_leave: { waiting_room_timeout: 600 },
      chat: { on_bot_join: { send_to: 'everyone', message: 'Hello, I take notes.' } },
    });
  });

  it('asks for no video in a bot that records audio alone, and for no chat without a message', () => {
    const order = recallOrder(anOrder({ mode: 'audio_only' }), null);

    expect(order).toMatchObject({ recording_config: { video_mixed_mp4: null, audio_mixed_mp3: {} } });
    expect(order).not.toHaveProperty('chat');
  });

  it.each([
    ['auto', 'auto'],
    ['multi', 'auto'],
    ['en-GB', 'en'],
    ['pt-BR', 'pt'],
    ['DE', 'de'],
    ['gsw', 'auto'],
  ])('has a code of Recall for the language %s', (language, code) => {
    expect(recallOrder(anOrder({ language }), null)).toMatchObject({
      recording_config: { transcript: { provider: { recallai_streaming: { language_code: code } } } },
    });
  });

  it.each([
    ['https://meet.google.com/abc-defg-hij', 3_600, 600],
    ['https://teams.microsoft.com/l/meetup-join/x', 3_600, 1_800],
    ['https://acme.zoom.us/j/123', 3_600, 3_600],
    ['https://acme.zoom.us/j/123', 5, 30],
  ])(
    'waits in the lobby of %s as long as the platform lets it: %d as %d seconds',
    (meetingUrl, lobbySeconds, wanted) => {
      expect(recallOrder(anOrder({ meetingUrl, lobbySeconds }), null)).toMatchObject({
        automatic_leave: { waiting_room_timeout: wanted },
      });
    },
  );

  it('cuts a name at 100 characters and never within one', () => {
    expect(recallOrder(anOrder({ botName: `${'x'.repeat(99)}😀😀` }), null)['bot_name']).toBe(`${'x'.repeat(99)}😀`);
  });

  it('makes one bot for requests with one idempotency key', async () => {
    const { server, recorder } = aRecorder();

    const results = [await recorder.send(anOrder()), await recorder.send(anOrder())];

    expect(server.bots).toHaveLength(1);
    expect(results[0]).toEqual(results[1]);
  });

  it('is full when the pool is empty, and is accepted a minute later by another idempotency key', async () => {
    const { server, clock, recorder } = aRecorder();
    server.setPool(0);
    expect(await recorder.send(anOrder())).toMatchObject({ refusal: 'full', nativeCode: 'http_507' });

    server.setPool(1);
    clock.pass(MINUTE_MS);
    expect(await recorder.send(anOrder())).toMatchObject({ outcome: 'accepted' });
  });

  it('is unsupported, with the code of Recall, in a tenant that lets no bot in', async () => {
    const { server, recorder } = aRecorder();
    server.failNext({ type: 'status', status: 400, body: { code: 'teams_blacklisted_tenant' } });

    expect(await recorder.send(anOrder())).toEqual({
      outcome: 'refused',
      refusal: 'unsupported',
      nativeCode: 'teams_blacklisted_tenant',
      detail: 'Recall.ai refused the bot (teams_blacklisted_tenant).',
    });
  });

  it('is repeated after 409: the same request is in work', async () => {
    const { server, recorder } = aRecorder();
    server.failNext({ type: 'status', status: 409 });

    await expect(recorder.send(anOrder())).rejects.toThrow(RecorderUnreachable);
  });

  it('removes a bot that has not started, instead of taking it out of a call', async () => {
    const { server, recorder } = aRecorder();
    const sent = await recorder.send(anOrder());
    const externalId = sent.outcome === 'accepted' ? sent.externalId : '';
    server.report(externalId, 'ready');

    await recorder.leave({ botId: BOT_ID, externalId });

    expect(server.bots).toEqual([]);
  });
});

describe('a transcript of Recall.ai', () => {
  it('keeps words without a start, and leaves out entries without words', () => {
    const word = (text: string, start: number | null, end: number | null = null) => ({
      text,
      start_timestamp: start === null ? null : { relative: start },
      end_timestamp: end === null ? null : { relative: end },
    });
    const transcript = readRecallTranscript('en', [
      {
        participant: { id: 1, name: null },
        words: [word('Good', 0.5, 0.7), word('lost', null), word('morning.', 0.8)],
      },
      { participant: null, words: [word('Hi.', 2, 2.2)] },
      { participant: { id: 2, name: 'Ben' }, words: [] },
    ]);

    expect(transcript.speakers).toEqual([{ id: 'spk_1', name: null }]);
    expect(transcript.segments).toMatchObject([
      { speakerId: 'spk_1', start: 0.5, end: 0.8, text: 'Good lost morning.' },
      { speakerId: null, start: 2, end: 2.2, text: 'Hi.' },
    ]);
  });
});
