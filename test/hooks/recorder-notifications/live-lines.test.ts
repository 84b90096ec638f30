import type { BotId } from '#shared/foundation/core/ids';
import { atRecorder } from '#shared/meetings/bots/rules/bot-recorder';
import { bots } from '#shared/meetings/bots/store';
import { liveFeeds, liveReaders } from '#shared/meetings/live-transcripts/feeds-store';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aBotOnTheWire } from './a-bot-on-the-wire.ts';
import { playedAttendee, playedRecall, playedVexa } from './played-recorders.ts';

const SENDING = [
  ['Attendee', playedAttendee],
  ['Recall.ai', playedRecall],
] as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function aBotInACall(play: (typeof SENDING)[number][1] | typeof playedVexa, given?: { storedSecret: string }) {
  const made = await aBotOnTheWire(play, given);
  closing.push(made.close);
  const { played, followHooks, context, owner } = made;
  const id = made.id as BotId;
  if (!given) {
    played.admit();
    await followHooks();
  }
  made.outcomes.splice(0);
  return {
    ...made,
    id,
    async say(text: string) {
      played.say?.(text);
      await played.hooks.settled();
    },
    async read() {
      const reader = { connectionId: 'one', userId: owner.userId, connectedAt: context.clock.now(), told: null };
      await liveReaders.add(context.table, id, { ...reader, after: 0 });
    },
    said: async () => (await liveFeeds.load(context.table, id)).segments,
  };
}

describe.each(SENDING)('what is said in a call of %s', (_name, play) => {
  it('is kept once, with who says it and when, and queues no check', async () => {
    const { say, said, queued, served } = await aBotInACall(play);

    await say('Hello, all.');
    await say('Hello, all.');

    const [only, ...more] = await said();
    expect(only).toMatchObject({ number: 1, speakerName: 'Ada', text: 'Hello, all.', start: 1, isFinal: true });
    expect([more, queued, served]).toEqual([[], [], []]);
  });

  it('wakes the worker while someone reads', async () => {
    const { say, said, read, served, id } = await aBotInACall(play);
    await read();

    await say('Hello, all.');

    expect(await said()).toMatchObject([{ text: 'Hello, all.', isFinal: true }]);
    expect(served).toEqual(expect.arrayContaining([{ botId: id, workspaceId: expect.stringMatching(/^wks_/) }]));
  });

  it('is refused with a signature by another secret', async () => {
    const other = play === playedAttendee ? 'AAAA' : 'whsec_AAAA';
    const { played, say, said, outcomes } = await aBotInACall(play, { storedSecret: other });
    played.admit();

    await say('Hello, all.');

    expect(await said()).toEqual([]);
    expect(new Set(outcomes)).toEqual(new Set(['forged']));
  });
});

it('what is said in a call of Vexa is there when it is asked for, what may change as partial', async () => {
  const { say, recorders, context, id } = await aBotInACall(playedVexa);
  const bot = await bots.find(context.table, id);
  const there = bot && atRecorder(bot.state);
  const recorder = await recorders.named('eu');
  await say('Hello, all.');

  const answered = there && (await recorder.liveLines(there));

  expect(answered?.lines).toEqual([
    {
      id: 'Ada@1',
      speakerKey: 'Ada',
      speakerName: 'Ada',
      text: 'Hello, all.',
      start: { seconds: 1 },
      end: { seconds: 2 },
      isFinal: true,
    },
    expect.objectContaining({ id: 'Ada@3', text: 'And', isFinal: false }),
  ]);
  expect(answered && answered.lookAgainAt - context.clock.now()).toBe(2_000);
});
