import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aBotOnTheWire } from './a-bot-on-the-wire.ts';
import { playedAttendee, playedMeetingBaas, playedRecall, playedVexa } from './played-recorders.ts';

const MIB = 1024 * 1024;
/** Copied in two parts. */
const FILE = new Uint8Array(Buffer.alloc(17 * MIB, 'a recorded meeting'));
const OTHER_FILE = new Uint8Array(Buffer.alloc(18 * MIB, 'the same meeting, cut'));
const SHORT = new Uint8Array(Buffer.from('a short meeting'));

const WITH_LINKS = [
  ['Attendee', playedAttendee],
  ['Recall.ai', playedRecall],
  ['Meeting BaaS', playedMeetingBaas],
] as const;
const KINDS = [...WITH_LINKS, ['Vexa', playedVexa]] as const;
type Play = (typeof KINDS)[number][1];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function aBot(...given: Parameters<typeof aBotOnTheWire>) {
  const made = await aBotOnTheWire(...given);
  closing.push(made.close);
  const { clock } = made.world;
  const pass = (milliseconds: number) => clock.set(later(clock.now(), milliseconds));
  return {
    ...made,
    /** The call lasts ten minutes and leaves a file. */
    async live(file = SHORT) {
      made.played.admit();
      await made.followHooks();
      pass(10 * MINUTE_MS);
      made.played.end(file);
    },
    async aMinuteLater() {
      pass(MINUTE_MS);
      await made.workers.runJobs();
    },
  };
}

/** A bot whose file of 17 MiB is copied in part, since its second range broke off. */
async function aBrokenCopy(play: Play) {
  const bot = await aBot(play);
  bot.played.cutSecondRange();
  bot.played.admit();
  await bot.followHooks();
  bot.played.hooks.hold();
  bot.played.end(FILE);
  await bot.workers.work(bot.id);
  return bot;
}

const isSame = (stored: Uint8Array | undefined, file: Uint8Array) =>
  stored !== undefined && Buffer.compare(stored, file) === 0;

describe.each(KINDS)('webhooks of %s', (_name, play) => {
  it('cause the bot to be looked at: it records and completes without a poll', async () => {
    const { played, followHooks, status, world } = await aBot(play);
    const sentAt = world.clock.now();

    played.admit();
    await followHooks();
    const admitted = await status();
    played.end(SHORT);
    await followHooks();

    expect([admitted, await status(), world.clock.now()]).toEqual(['in_call', 'completed', sentAt]);
    expect(played.hooks.attempts.map(({ status }) => status)).not.toContain(undefined);
    expect(played.hooks.attempts.every(({ status }) => status === 200)).toBe(true);
  });

  it('change nothing twice when they arrive doubled and out of order', async () => {
    const { played, live, followHooks, status, savedEvents, stored } = await aBot(play);
    played.hooks.hold();
    await live();
    const held = played.hooks.take();
    for (const hook of held.toReversed()) {
      await Promise.all([played.hooks.send(hook), played.hooks.send(hook)]);
      await followHooks();
    }
    const before = JSON.stringify(savedEvents);
    for (const hook of held) await played.hooks.send(hook);
    await followHooks();

    const events = savedEvents.flatMap(([, ...types]) => types);
    expect([await status(), isSame(stored(), SHORT)]).toEqual(['completed', true]);
    expect(JSON.stringify(savedEvents)).toBe(before);
    expect(events.filter((type) => type.startsWith('bot.')).toSorted()).toEqual(
      [...new Set(events.filter((type) => type.startsWith('bot.')))].toSorted(),
    );
  });

  it('that never arrive are made up for by polls', async () => {
    const { played, id, workers, live, status, outcomes } = await aBot(play);
    played.hooks.hold();
    await live();

    await workers.untilQuiet(id);

    expect([await status(), outcomes]).toEqual(['completed', []]);
  });

  it('with a signature by another secret are answered 200 and queue nothing', async () => {
    const { played, queued, outcomes, status } = await aBot(play, { storedSecret: OTHER_SECRET });
    played.admit();
    await played.hooks.settled();

    expect(new Set(played.hooks.attempts.map(({ status }) => status))).toEqual(new Set([200]));
    expect([new Set(outcomes), queued, await status()]).toEqual([new Set(['forged']), [], 'joining']);
  });

  it('at an address without a token are answered 404 and queue nothing', async () => {
    const { played, queued, outcomes } = await aBot(play);
    played.hooks.hold();
    played.admit();
    const [hook] = played.hooks.take();
    if (!hook) throw new Error('No webhook was sent.');

    await played.hooks.send({ ...hook, url: hook.url.replace(/\/[^/]+$/, '') });

    expect([played.hooks.attempts.at(-1)?.status, queued, outcomes]).toEqual([404, [], []]);
  });
});

describe.each(KINDS)('the file of a bot at %s', (_name, play) => {
  it('is copied from the part after the last that was stored, when a range breaks off', async () => {
    const { played, aMinuteLater, status, stored } = await aBrokenCopy(play);
    const storedBefore = stored();
    await aMinuteLater();

    expect([storedBefore, await status(), isSame(stored(), FILE)]).toEqual([undefined, 'completed', true]);
    const firstBytes = played.ranges().map(([range]) => Number(/^bytes=(\d+)/.exec(range ?? '')?.[1]) / MIB);
    expect(firstBytes).toEqual([0, 16, 16]);
  });
});

describe.each(WITH_LINKS)('a link to the file of a bot at %s', (_name, play) => {
  it('is fetched anew where it has expired', async () => {
    const { played, live, followHooks, status, stored } = await aBot(play);
    played.expireLink();
    await live();
    await followHooks();

    expect([await status(), isSame(stored(), SHORT)]).toEqual(['completed', true]);
    expect(played.ranges()).toHaveLength(2);
  });

  it('leads to a new copy where the file changed between two ranges', async () => {
    const { played, aMinuteLater, status, stored } = await aBrokenCopy(play);
    played.replaceFile(OTHER_FILE);
    for (const _ of [1, 2]) await aMinuteLater();

    expect([await status(), isSame(stored(), OTHER_FILE)]).toEqual(['completed', true]);
    const [first, second] = played.ranges();
    expect([first?.[1], second?.[1]]).toEqual([null, expect.stringMatching(/^"/)]);
  });
});

const OTHER_SECRET = `whsec_${Buffer.from('a secret of another account').toString('base64')}`;
