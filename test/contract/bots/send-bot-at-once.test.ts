import { sendBotContract as contract } from '#shared/capture/bots/contract';
import { aWorld } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const link = (group: string) => `https://meet.google.com/abc-${group}-def`;

describe('POST /bots for a bot that joins at once', () => {
  it.each([
    ['the recorder has no bot free', 'full', 422, 'unavailable join_at'],
    ['the recorder refuses the link', 'deny', 422, 'provider_rejected meeting_url'],
    ['the recorder broke', 'oops', 502, 'provider_error'],
    ['the recorder is down', 'down', 503, 'provider_unavailable'],
  ])('is refused where %s', async (_what, group, status, fault) => {
    const { send, savedEvents, world } = await aBotStory();
    // The first call of a key is remembered, whatever it asks for.
    await send({ meeting_url: 'nowhere' });
    const before = world.dynamo.items();

    for (const join_at of [undefined, null, minutes(2)])
      expect(expectError(contract, await send({ meeting_url: link(group), join_at }), status)).toEqual([fault]);

    expect(savedEvents).toEqual([]);
    expect(world.dynamo.items()).toEqual(before);
  });

  it('503 says when to try again', async () => {
    const { send } = await aBotStory();

    const { headers, body } = await send({ meeting_url: link('down') });

    expect([headers['retry-after'], body.retry_in_seconds]).toEqual(['5', 5]);
  });

  it('201: a bot that joins later is accepted, whatever the recorder answers now', async () => {
    const { send } = await aBotStory();

    for (const group of ['full', 'deny', 'oops', 'down'])
      expectSuccess(contract, await send({ meeting_url: link(group), join_at: minutes(30) }), 201);
  });

  it('500: an unknown error of the recorder is a defect', async () => {
    const { send } = await aBotStory(
      aWorld({ recorderAvailability: { check: () => Promise.reject(new TypeError('odd')) } }),
    );

    expect((await send({ meeting_url: link('good') })).status).toBe(500);
  });
});
