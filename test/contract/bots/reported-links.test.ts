import { sendBotContract as contract } from '#shared/capture/bots/contract';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import cases from '../../data/reported-links.json' with { type: 'json' };

const HOSTS: Readonly<Record<string, RegExp>> = {
  zoom: /^https:\/\/(?:[\w-]+\.)*zoom(?:gov\.com|\.us)\//,
  meet: /^https:\/\/meet\.google\.com\//,
  teams: /^https:\/\/(?:[\w-]+\.)*teams\.(?:microsoft\.(?:com|us)|live\.com|cloud\.microsoft)\//,
};

const toCalls = cases.filter(([, expected]) => expected !== 'invalid');
const toOthers = cases.filter(([, expected]) => expected === 'invalid');

/** Links as people have them, with what they lead to. */
describe('POST /bots with a link that was reported', () => {
  it.each(toCalls)('%s is a call: %s', async (meeting_url = '', expected = '') => {
    const { send } = await aBotStory();

    const sent = expectSuccess(contract, await send({ meeting_url, join_at: minutes(60) }), 201);

    const [platform = '', part = ''] = expected.split(' with ');
    expect(sent.meeting_url).toMatch(HOSTS[platform] ?? /^$/);
    expect(sent.meeting_url).toContain(part);
  });

  it.each(toOthers)('%s is none', async (meeting_url) => {
    const { send } = await aBotStory();

    expect(expectError(contract, await send({ meeting_url, join_at: minutes(60) }), 422)).toEqual([
      'invalid meeting_url',
    ]);
  });
});
