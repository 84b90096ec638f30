import { leaveCallContract as contract } from '#shared/capture/bots/contract';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

async function aBotInTheCall() {
  const story = await aBotStory();
  const { id, meeting_id } = (await story.send()).body;
  await story.workers.work(id);
  story.says(id, recordingSince(noon));
  await story.workers.work(id);
  return { ...story, id: id as string, meetingId: meeting_id as string };
}

describe('POST /bots/{id}/leave', () => {
  it('200: returns the bot unchanged; it completes with its recording when the recorder reports the end', async () => {
    const { leave, id, workers, says, asked, bot, meeting, meetingId } = await aBotInTheCall();

    const body = expectSuccess(contract, await leave(id), 200);
    await workers.runJobs();
    expect([body.status, (await bot(id)).status, asked.left]).toEqual(['in_call', 'in_call', [id]]);

    says(id, endedAfter(noon, 60));
    await workers.work(id);

    expect(await bot(id)).toMatchObject({ status: 'completed', recording_available_at: expect.any(String) });
    expect((await meeting(meetingId)).results.status).toBe('ready');
  });

  it('200: also when it is repeated', async () => {
    const { leave, id, savedEvents } = await aBotInTheCall();
    savedEvents.length = 0;

    for (let time = 0; time < 3; time += 1) expectSuccess(contract, await leave(id), 200);

    expect(savedEvents).toEqual([]);
  });

  it('409: while it is queued or joining', async () => {
    const { send, leave, workers } = await aBotStory();
    const { id } = (await send()).body;

    expect(expectError(contract, await leave(id), 409)).toEqual(['conflict']);
    await workers.work(id);
    expect(expectError(contract, await leave(id), 409)).toEqual(['conflict']);
  });

  it.each(['completed', 'failed', 'cancelled'])('409: when it is %s', async (end) => {
    const { leave, cancel, id, says, workers, bot } = await aBotInTheCall();
    if (end === 'cancelled') await cancel(id);
    else says(id, end === 'failed' ? failedWith('crashed', noon) : endedAfter(noon, 60));
    await workers.work(id);
    expect((await bot(id)).status).toBe(end);

    expect(expectError(contract, await leave(id), 409)).toEqual(['conflict']);
  });
});
