import { describe, expect, it } from '@jest/globals';
import { leaveCallContract as contract } from '#shared/bots/contract';
import { endedAfter, failedWith, recordingSince } from '#test/support/a-recorder';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';

async function aBotInTheCall() {
  const story = await aBotStory();
  const { id, meeting_id } = (await story.send()).body;
  await story.workers.work(id);
  story.says(id, recordingSince(noon));
  await story.workers.work(id);
  return { ...story, id: id as string, meetingId: meeting_id as string };
}

describe('POST /bots/{id}/leave', () => {
  it('200: the bot as it is; it moves when the recorder reports, and what it recorded is kept', async () => {
    const { leave, id, workers, says, asked, bot, meeting, meetingId } = await aBotInTheCall();

    const body = expectAnswer(contract, await leave(id), 200);
    await workers.runJobs();
    expect([body.status, (await bot(id)).status, asked.left]).toEqual(['in_call', 'in_call', [id]]);

    says(id, endedAfter(noon, 60));
    await workers.work(id);

    expect(await bot(id)).toMatchObject({ status: 'completed', recording_available_at: expect.any(String) });
    expect((await meeting(meetingId)).results.status).toBe('ready');
  });

  it('200: also when it is repeated', async () => {
    const { leave, id, told } = await aBotInTheCall();
    told.length = 0;

    for (let time = 0; time < 3; time += 1) expectAnswer(contract, await leave(id), 200);

    expect(told).toEqual([]);
  });

  it('409: while it is queued or joining', async () => {
    const { send, leave, workers } = await aBotStory();
    const { id } = (await send()).body;

    expect(expectRefusal(contract, await leave(id), 409)).toEqual(['conflict']);
    await workers.work(id);
    expect(expectRefusal(contract, await leave(id), 409)).toEqual(['conflict']);
  });

  it.each(['completed', 'failed', 'cancelled'])('409: when it is %s', async (end) => {
    const { leave, cancel, id, says, workers, bot } = await aBotInTheCall();
    if (end === 'cancelled') await cancel(id);
    else says(id, end === 'failed' ? failedWith('crashed', noon) : endedAfter(noon, 60));
    await workers.work(id);
    expect((await bot(id)).status).toBe(end);

    expect(expectRefusal(contract, await leave(id), 409)).toEqual(['conflict']);
  });

  it('401: a guest', async () => {
    const { leave, id, world, owner } = await aBotInTheCall();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(expectRefusal(contract, await leave(id, guest.key), 401)).toEqual(['unauthorized']);
  });

  it('404: a bot of another workspace', async () => {
    const { leave, id, world } = await aBotInTheCall();
    const other = await world.anOwner('Other');

    expect(expectRefusal(contract, await leave(id, other.key), 404)).toEqual(['not_found']);
  });
});
