import type { ChangeStore } from '#shared/foundation/commands/changes';
import type { BotId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { type Instant, later } from '#shared/foundation/core/time';
import { readStayLimits, STAY_LIMITS, type StayLimits } from '#shared/meetings/bots/rules/stay-limits';
import { bots } from '#shared/meetings/bots/store';
import { RecorderUnreachable, type Refusal } from '#shared/meetings/recorders/ports';
import { circuitBreakers, recorderBots } from '#shared/meetings/recorders/store';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { severalRecorders } from '#test/support/several-recorders';

/** A bot of a deployment with two recorders, `first` and `second`, before it is dispatched. */
async function aBotWithTwo(
  body: object = {},
  secondKind: 'recall' | 'vexa' = 'recall',
  stayLimits: StayLimits = STAY_LIMITS,
) {
  const story = await aBotStory();
  const { recorders, the } = severalRecorders({ first: 'recall', second: secondKind });
  const workers = botWorkers({ ...story.world, context: story.context }, { recorders, stayLimits });
  const { id } = (await story.send(body)).body;
  const stored = async () => (await bots.find(story.context.table, id as BotId))?.state;
  const pass = async (milliseconds: number) => {
    story.world.clock.set(later(story.world.clock.now(), milliseconds));
    await workers.work(id);
  };
  return { ...story, id, workers, recorders, the, stored, pass, sent: (name: string) => the(name).asked.sent.length };
}

/** The first save of a bot with a status loses a race. */
function losesOneRace({ save }: ChangeStore, status: string): ChangeStore {
  let left = 1;
  return {
    async save(wanted) {
      if (Object(wanted.result).status === status && left-- > 0) throw new LostRace();
      return save(wanted);
    },
  };
}

const refused = (refusal: Refusal) => ({
  outcome: 'refused' as const,
  refusal,
  nativeCode: 'native_1',
  detail: 'It was refused.',
});

describe('a bot of two recorders', () => {
  it('is given to the first, which is kept with its own id of the bot', async () => {
    const { workers, id, stored, sent, context } = await aBotWithTwo();

    await workers.work(id);

    expect((await stored())?.recorder).toMatchObject({ name: 'first', externalId: id, seen: { state: 'joining' } });
    expect([sent('first'), sent('second')]).toEqual([1, 0]);
    expect(await recorderBots.find(context.table, 'first', id)).toBe(id);
  });

  it.each([
    ['is full', { refusal: refused('full') }, 'it is full (native_1).'],
    ['rejects it', { refusal: refused('rejected') }, 'it refused the bot (native_1).'],
    ['cannot take it', { refusal: refused('unsupported') }, 'it cannot take the bot (native_1).'],
    ['is out of reach', { error: new RecorderUnreachable('refused', 'none') }, 'it is out of reach.'],
    ['answered an error and has no bot', { error: new RecorderUnreachable('500', 'final') }, 'it is out of reach.'],
  ])('is given to the second at once where the first %s', async (_how, answer, note) => {
    const { workers, id, the, sent, bot } = await aBotWithTwo();
    Object.assign(the('first').answers, answer);

    await workers.work(id);

    expect([sent('first'), sent('second')]).toEqual([0, 1]);
    expect((await bot(id)).recorder_notes).toContain(`first was passed over: ${note}`);
  });

  it('fails where a recorder says that the link leads nowhere', async () => {
    const { workers, id, the, sent, bot } = await aBotWithTwo();
    the('first').answers.refusal = refused('invalid_link');

    await workers.work(id);

    expect(await bot(id)).toMatchObject({ status: 'failed', reason: 'invalid_meeting_url' });
    expect(sent('second')).toBe(0);
  });

  it('waits for both, and fails with what each said ten minutes past the start', async () => {
    const { workers, id, the, bot, pass } = await aBotWithTwo();
    the('first').answers.refusal = refused('full');
    the('second').isReachable(false);

    await workers.work(id);
    expect((await bot(id)).status).toBe('joining');
    await pass(10 * 60_000);

    expect(await bot(id)).toMatchObject({
      ...{ status: 'failed', reason: 'bot_error' },
      reason_message: 'No recorder took the bot: first is full (native_1); second is out of reach.',
    });
  });

  it('has what the recorder leaves out in its notes', async () => {
    const { workers, id, the, bot } = await aBotWithTwo({ welcome_message: 'Hello' }, 'vexa');
    the('first').answers.refusal = refused('full');

    await workers.work(id);

    expect((await bot(id)).recorder_notes).toEqual([
      'first was passed over: it is full (native_1).',
      'second records no video: audio alone is recorded.',
      'second posts no welcome message.',
      'second posts no alert after a long silence.',
    ]);
  });
});

describe('a request to create a bot whose answer was lost', () => {
  it('is settled at once by what the recorder has, and nothing is asked twice', async () => {
    const { workers, id, the, sent, stored } = await aBotWithTwo();
    the('first').answers.lost = true;

    await workers.work(id);

    expect((await stored())?.recorder).toMatchObject({ name: 'first', externalId: id });
    expect([sent('first'), sent('second')]).toEqual([1, 0]);
  });

  it('is followed by another recorder only where the first has nothing after 18 seconds', async () => {
    const { workers, id, the, sent, pass } = await aBotWithTwo();
    the('first').answers.error = new RecorderUnreachable('No answer came.');

    await workers.work(id);
    await pass(17_999);
    expect(sent('second')).toBe(0);
    await pass(1);

    expect(sent('second')).toBe(1);
  });

  it('has a message for its next status check when the save that follows another recorder lost a race', async () => {
    const { world, context, id, the, recorders, stored } = await aBotWithTwo();
    const changes = losesOneRace(context.changes, 'in_call');
    const workers = botWorkers({ ...world, context: { ...context, changes } }, { recorders });
    the('first').answers.error = new RecorderUnreachable('No answer came.');
    await workers.work(id);
    const [startedAt, endedAt] = [noon as Instant, later(noon as Instant, 30_000)];
    the('second').saysWhenSent({
      ...{ state: 'ended', startedAt, endedAt, durationSeconds: 30 },
      files: null,
      lookAgainAt: null,
    });
    world.clock.set(later(noon as Instant, 60_000));

    await workers.receive({ botId: id, workspaceId: (await stored())?.workspaceId, reason: 'changed' });

    const bot = await stored();
    const nextLookAt = bot?.status === 'in_call' ? bot.nextLookAt : 0;
    // A delay has whole seconds.
    expect(workers.waiting()).toContainEqual([id, Math.ceil(nextLookAt / 1_000) * 1_000]);
  });

  it('leaves nothing behind where the recorder stays out of reach: it is asked to leave later', async () => {
    const { workers, id, the, pass, bot } = await aBotWithTwo();
    the('first').answers.lost = true;
    await workers.work(id);
    the('first').isReachable(false);

    await pass(10 * 60_000).catch(() => undefined);
    expect(await bot(id)).toMatchObject({ status: 'failed', reason: 'bot_error' });
    the('first').isReachable(true);
    await workers.runJobs();

    expect(the('first').asked.left).toEqual([id]);
  });
});

describe('a recorder that fails before it recorded', () => {
  it.each(['crashed', 'blocked', 'unexplained'] as const)(
    'is followed by the other where it %s, and the bot keeps its id',
    async (failure) => {
      const { workers, id, the, sent, bot, pass } = await aBotWithTwo();
      the('first').saysWhenSent(failedWith(failure, noon as Instant));

      await workers.work(id);
      await pass(1_000);

      expect([sent('first'), sent('second')]).toEqual([1, 1]);
      expect(await bot(id)).toMatchObject({ status: 'joining', id });
      expect((await bot(id)).recorder_notes).toContain(`first failed before it recorded: It ${failure}.`);
    },
  );

  it.each([
    ['blocked it', 'blocked'],
    ['ended it for a reason that is not known', 'unexplained'],
  ] as const)('gets the bots of others, however many calls %s', async (_how, failure) => {
    const { workers, id, the, context, send, pass, sent } = await aBotWithTwo();
    the('first').saysWhenSent(failedWith(failure, noon as Instant));
    const ids = [id];
    for (const code of ['aaa', 'bbb', 'ccc'])
      ids.push((await send({ meeting_url: `https://meet.google.com/${code}-good-def` })).body.id);
    for (const one of ids) await workers.work(one);
    await pass(1_000);

    expect([sent('first'), await circuitBreakers.find(context.table, 'first')]).toEqual([4, undefined]);
  });

  it('is the end where the other failed too', async () => {
    const { workers, id, the, bot, pass } = await aBotWithTwo();
    the('first').saysWhenSent(failedWith('crashed', noon as Instant));
    the('second').saysWhenSent(failedWith('crashed', noon as Instant));

    await workers.work(id);
    await pass(1_000);

    expect(await bot(id)).toMatchObject({ status: 'failed', reason: 'bot_error', reason_message: 'It crashed.' });
  });

  it.each([
    ['was not admitted', 'not_admitted', 'no_recording'],
    ['found no call', 'invalid_link', 'invalid_meeting_url'],
  ] as const)('is not followed where it %s', async (_how, failure, reason) => {
    const { workers, id, the, sent, bot } = await aBotWithTwo();
    the('first').saysWhenSent(failedWith(failure, noon as Instant));

    await workers.work(id);

    expect(await bot(id)).toMatchObject({ status: 'failed', reason });
    expect(sent('second')).toBe(0);
  });

  it('is not followed once it recorded', async () => {
    const { workers, id, the, sent, bot, pass } = await aBotWithTwo();
    the('first').saysWhenSent(recordingSince(noon as Instant));
    await workers.work(id);
    the('first').says(id, failedWith('crashed', noon as Instant));

    await pass(60_000);

    expect(await bot(id)).toMatchObject({ status: 'failed', reason: 'bot_error' });
    expect(sent('second')).toBe(0);
  });

  it('gets no bot after three failures, and its circuit is closed after one success', async () => {
    const { the, workers, id, context, send, world } = await aBotWithTwo();
    the('first').isReachable(false);
    await workers.work(id);
    for (const code of ['aaa', 'bbb']) {
      const other = await send({ meeting_url: `https://meet.google.com/${code}-good-def` });
      await workers.work(other.body.id);
    }
    expect((await circuitBreakers.find(context.table, 'first'))?.state).toEqual({
      failures: 3,
      openUntil: later(noon as Instant, 60_000),
    });

    the('first').isReachable(true);
    world.clock.set(later(noon as Instant, 60_000));
    const trial = (await send({ meeting_url: 'https://meet.google.com/ccc-good-def' })).body.id;
    await workers.work(trial);
    expect((await circuitBreakers.find(context.table, 'first'))?.state.failures).toBe(4);

    // Recorders say first that a bot is joining.
    the('first').says(trial, { state: 'lobby', lookAgainAt: null });
    world.clock.advance(10_000);
    await workers.work(trial);

    expect((await circuitBreakers.find(context.table, 'first'))?.state).toEqual({ failures: 0, openUntil: null });
  });

  it('has its failures forgotten by each bot that joins, however far apart they are', async () => {
    const { the, workers, id, context, send, world } = await aBotWithTwo();
    const failures = async () => (await circuitBreakers.find(context.table, 'first'))?.state.failures ?? 0;
    const counted: number[] = [];
    let bot = id;
    for (const code of ['aaa', 'bbb', 'ccc', 'ddd']) {
      the('first').isReachable(false);
      await workers.work(bot);
      counted.push(await failures());
      the('first').isReachable(true);
      const well = (await send({ meeting_url: `https://meet.google.com/${code}-good-def` })).body.id;
      await workers.work(well);
      the('first').says(well, recordingSince(world.clock.now()));
      world.clock.advance(60_000);
      await workers.work(well);
      bot = (await send({ meeting_url: `https://meet.google.com/${code}-good-fed` })).body.id;
    }

    expect(counted).toEqual([1, 1, 1, 1]);
  });

  it('gets the bots of others where it is asked too often, or its bots crash in calls', async () => {
    const { the, workers, id, context, send, sent, world } = await aBotWithTwo();
    the('first').answers.error = new RecorderUnreachable('429', 'none', 429);
    const ids = [id];
    for (const code of ['aaa', 'bbb', 'ccc'])
      ids.push((await send({ meeting_url: `https://meet.google.com/${code}-good-def` })).body.id);
    for (const one of ids) await workers.work(one);
    expect([sent('first'), sent('second'), await circuitBreakers.find(context.table, 'first')]).toEqual([
      0,
      4,
      undefined,
    ]);

    the('first').answers.error = undefined;
    the('first').saysWhenSent(recordingSince(noon as Instant));
    for (const code of ['ddd', 'eee', 'fff']) {
      const crashing = (await send({ meeting_url: `https://meet.google.com/${code}-good-def` })).body.id;
      await workers.work(crashing);
      the('first').says(crashing, failedWith('crashed', world.clock.now()));
      world.clock.advance(60_000);
      await workers.work(crashing);
    }

    expect((await circuitBreakers.find(context.table, 'first'))?.state.failures ?? 0).toBe(0);
  });

  it.each([
    ['is full for it', { refusal: refused('full') }, undefined],
    ['cannot take it', { refusal: refused('unsupported') }, undefined],
    ['is asked too often', { error: new RecorderUnreachable('429', 'none', 429) }, undefined],
    ['finds its call blocked', {}, failedWith('blocked', noon as Instant)],
    ['ends with a code that is not known', {}, failedWith('unexplained', noon as Instant)],
    ['finds that its link leads nowhere', {}, failedWith('invalid_link', noon as Instant)],
  ])('tries the next bot at once where the trial says nothing: it %s', async (_why, answers, said) => {
    const { the, workers, id, context, send, world, sent } = await aBotWithTwo();
    const aBot = async (code: string) =>
      (await send({ meeting_url: `https://meet.google.com/${code}-good-def` })).body.id;
    the('first').isReachable(false);
    for (const one of [id, await aBot('aaa'), await aBot('bbb')]) await workers.work(one);
    the('first').isReachable(true);
    world.clock.set(later(noon as Instant, 60_000));

    Object.assign(the('first').answers, answers);
    if (said) the('first').saysWhenSent(said);
    await workers.work(await aBot('ccc'));
    Object.assign(the('first').answers, { refusal: undefined, error: undefined });
    the('first').saysWhenSent({ state: 'lobby', lookAgainAt: null });
    const before = sent('first');
    await workers.work(await aBot('ddd'));

    expect(sent('first') - before).toBe(1);
    expect((await circuitBreakers.find(context.table, 'first'))?.state).toEqual({ failures: 0, openUntil: null });
  });

  it('gets the bots of others, however many it cannot take', async () => {
    const { the, workers, id, context, send, sent } = await aBotWithTwo();
    the('first').answers.refusal = refused('unsupported');
    await workers.work(id);
    for (const code of ['aaa', 'bbb', 'ccc']) {
      const other = await send({ meeting_url: `https://meet.google.com/${code}-good-def` });
      await workers.work(other.body.id);
    }
    expect([sent('first'), sent('second')]).toEqual([0, 4]);

    the('first').answers.refusal = undefined;
    const last = await send({ meeting_url: 'https://meet.google.com/ddd-good-def' });
    await workers.work(last.body.id);

    expect([sent('first'), await circuitBreakers.find(context.table, 'first')]).toEqual([1, undefined]);
  });
});

describe('a bot that stays in the lobby', () => {
  it('is asked to leave, looked at twice, and has failed with what was seen', async () => {
    const { workers, id, the, bot, pass } = await aBotWithTwo();
    the('first').saysWhenSent({ state: 'lobby', lookAgainAt: null });
    await workers.work(id);

    await pass(12 * 60_000 + 1);
    expect([the('first').asked.left, (await bot(id)).status]).toEqual([[id], 'joining']);
    await pass(30_000);
    await pass(30_000);

    expect(await bot(id)).toMatchObject({
      ...{ status: 'failed', reason: 'no_recording' },
      reason_message: 'The bot was in the lobby 12 minutes after first was asked.',
    });
  });

  it('waits there, and its recorder is asked to wait, for as long as the deployment chose', async () => {
    const stayLimits = readStayLimits('{"lobbyMinutes":20}');
    const { workers, id, the, pass } = await aBotWithTwo({}, 'recall', stayLimits);
    the('first').saysWhenSent({ state: 'lobby', lookAgainAt: null });
    await workers.work(id);

    await pass(22 * 60_000);
    expect([the('first').asked.sent[0]?.lobbySeconds, the('first').asked.left]).toEqual([1_200, []]);
    await pass(1);
    expect(the('first').asked.left).toEqual([id]);
  });
});
