import { bots } from '#functions/api/bots/index';
import { meetings } from '#functions/api/meetings/index';
import { aWorld, callsTo } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';

async function aSentBot(code: string, more: Readonly<Record<string, unknown>> = {}) {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner();
  const call = callsTo(bots(world.context));
  const sent = await call('POST', '/bots', {
    key,
    body: { workspace_id: workspaceId, meeting_url: `https://meet.google.com/abc-${code}-def`, ...more },
  });
  const read = async () => (await call('GET', `/bots/${sent.body.id}`, { key })).body;
  const callMeetings = callsTo(meetings(world.context));
  const meeting = async (rest = '') =>
    (await callMeetings('GET', `/meetings/${sent.body.meeting_id}${rest}`, { key })).body;
  return { world, key, call, sent: sent.body, read, meeting, workers: botWorkers(world) };
}

describe('the life of a bot', () => {
  it('goes from the call to a transcript and a summary', async () => {
    const { workers, sent, read, meeting } = await aSentBot('good');

    await workers.untilQuiet(sent.id);

    expect(await read()).toMatchObject({ status: 'completed', recording_available_at: expect.any(String) });
    expect(await meeting()).toMatchObject({
      phase: 'past',
      recordings: [{ id: sent.id, status: 'completed' }],
      results: {
        status: 'ready',
        transcript: { status: 'ready' },
        summary: { status: 'ready' },
        media: { status: 'ready' },
      },
    });
    const results = await meeting('/results?include=words');
    expect(results.speakers.length).toBeGreaterThan(1);
    expect(results.transcript.segments[0].words.length).toBeGreaterThan(0);
    expect(results.summary.markdown).toEqual(expect.any(String));
    expect(results.media.files.map((file: { kind: string }) => file.kind)).toEqual(['audio', 'video']);
  });

  it.each([
    ['lobb', 'no_recording', 'none'],
    ['dead', 'bot_error', 'none'],
    ['nour', 'invalid_meeting_url', 'none'],
    ['noai', 'transcription_failed', 'failed'],
    ['lost', 'transcription_failed', 'failed'],
    ['wait', 'no_recording', 'none'],
  ])('fails at a %s meeting with %s', async (code, reason, results) => {
    const { workers, sent, read, meeting } = await aSentBot(
      code,
      code === 'wait' ? { recording_start: 'on_command' } : {},
    );

    await workers.untilQuiet(sent.id);

    expect(await read()).toMatchObject({ status: 'failed', reason, reason_message: expect.any(String) });
    expect((await meeting()).results.status).toBe(results);
  });

  it.each([
    ['good', 'spoken'],
    ['echo', 'doubtful'],
    ['mute', 'silent'],
    ['hums', 'no_words'],
    ['lost', 'lost'],
    ['noai', null],
    ['lobb', null],
  ])('shows what the transcript of a %s meeting came to: %s', async (code, outcome) => {
    const { workers, sent, meeting } = await aSentBot(code);

    await workers.untilQuiet(sent.id);

    expect((await meeting()).results.transcript.outcome).toBe(outcome);
  });

  it('completes without a summary for a call without speech', async () => {
    const { workers, sent, read, meeting } = await aSentBot('mute');

    await workers.untilQuiet(sent.id);

    expect((await read()).status).toBe('completed');
    expect((await meeting()).results).toMatchObject({
      status: 'none',
      transcript: { status: 'ready' },
      summary: { status: 'none' },
    });
  });
});
