import { describe, expect, it } from '@jest/globals';
import { getBotContract as contract } from '#shared/bots/contract';
import { endedAfter, failedWith, recordingSince } from '#test/support/a-recorder';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';

async function aSentBot() {
  const story = await aBotStory();
  const { id } = (await story.send()).body;
  const get = (of = id, key = story.owner.key) => story.call('GET', `/bots/${of}`, { key });
  return { ...story, id: id as string, get };
}

describe('GET /bots/{id}', () => {
  it('200: a reason only where it failed', async () => {
    const { get, id, workers, says } = await aSentBot();
    expect(expectAnswer(contract, await get(), 200)).not.toHaveProperty('reason');
    await workers.work(id);
    says(id, failedWith('crashed', noon));
    await workers.work(id);

    expect(expectAnswer(contract, await get(), 200)).toMatchObject({
      status: 'failed',
      reason: 'bot_error',
      reason_message: 'It crashed.',
      ended_at: '2026-11-02T12:00:00.000Z',
      recording_available_at: null,
    });
  });

  it('200: when its recording was there first, and nothing of its results', async () => {
    const { get, id, workers, says, world } = await aSentBot();
    await workers.work(id);
    says(id, recordingSince(noon));
    await workers.work(id);
    says(id, endedAfter(noon, 60));
    world.clock.advance(70_000);
    await workers.work(id);

    const body = expectAnswer(contract, await get(), 200);

    expect(body).toMatchObject({
      status: 'completed',
      ended_at: '2026-11-02T12:01:00.000Z',
      recording_available_at: '2026-11-02T12:01:10.000Z',
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['transcript']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['summary']));
  });

  it.each(['owner', 'admin', 'member', 'guest'] as const)('200: %s', async (role) => {
    const { get, id, world, owner } = await aSentBot();

    expectAnswer(contract, await get(id, (await world.aColleague(owner.workspaceId, role)).key), 200);
  });

  it('404: a foreign id, an unknown id, an id of another resource and a malformed id, alike', async () => {
    const { get, id, world, bot } = await aSentBot();
    const other = await world.anOwner('Other');
    const { meeting_id } = await bot(id);

    const answers = [
      await get(id, other.key),
      await get('bot_01jb0000000000000000000000'),
      await get(meeting_id),
      await get('bot_nonsense'),
    ];

    for (const answered of answers) expect(expectRefusal(contract, answered, 404)).toEqual(['not_found']);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('401: without a key', async () => {
    const { call, id } = await aSentBot();

    expect(expectRefusal(contract, await call('GET', `/bots/${id}`), 401)).toEqual(['missing_api_key']);
  });
});
