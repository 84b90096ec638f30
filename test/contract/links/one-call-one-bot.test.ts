import fc from 'fast-check';
import { aBotStory, minutes } from '#test/support/bot-story';
import { describe, expect, it } from '#test/support/jest';
import { calls } from '../../data/link-cases.ts';

/** The ways to write each call that has several. */
const spellings = [...Map.groupBy(calls, ({ identity }) => identity).values()]
  .map((cases) => cases.map(({ text }) => text))
  .filter(({ length }) => length > 1);

/** One call, written in two to five ways. */
const aCall = fc
  .constantFrom(...spellings)
  .chain((texts) => fc.array(fc.constantFrom(...texts), { minLength: 2, maxLength: 5 }));

const rowsOf = ({ world }: Awaited<ReturnType<typeof aBotStory>>) => {
  const types = world.dynamo.items().map(({ type }) => type?.S);
  return {
    meetings: types.filter((type) => type === 'meeting').length,
    bots: types.filter((type) => type === 'bot').length,
  };
};

describe('joining one call by links that are written differently', () => {
  it('POST /bots makes one meeting and one bot, and names that bot to every other request', async () => {
    await fc.assert(
      fc.asyncProperty(aCall, async ([first, ...others]) => {
        const story = await aBotStory();
        const sent = await story.send({ meeting_url: first, join_at: minutes(60) });
        const refused = [];
        for (const meeting_url of others) refused.push(await story.send({ meeting_url, join_at: minutes(70) }));

        expect([sent.status, ...refused.map(({ status }) => status)]).toEqual([201, ...others.map(() => 409)]);
        for (const { body } of refused) expect(body.errors[0].message).toContain(sent.body.id);
        expect(rowsOf(story)).toEqual({ meetings: 1, bots: 1 });
      }),
      { numRuns: 25 },
    );
  });

  it('a bot joins the meeting of a pushed event, and the event keeps that one bot', async () => {
    await fc.assert(
      fc.asyncProperty(aCall, async ([first, second]) => {
        const story = await aBotStory();
        const pushed = await story.push({ meeting_url: first });
        const sent = await story.send({ meeting_url: second, join_at: minutes(65) });
        await story.createSettings({ recording: { enabled: true } });
        await story.push({ meeting_url: second });

        expect([sent.status, sent.body.meeting_id]).toEqual([201, pushed.body.meeting_id]);
        expect(rowsOf(story)).toEqual({ meetings: 1, bots: 1 });
      }),
      { numRuns: 25 },
    );
  });
});
