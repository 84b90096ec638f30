import { workspaces as workspaceEndpoints } from '#functions/api/workspaces/index';
import { signIn } from '#shared/accounts/identity/commands/sign-in';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import { DEFAULT_USAGE_LIMITS, FURTHER_USAGE_LIMITS, type PaidKind } from '#shared/accounts/usage/rules/usage-limits';
import { amountsOf, usageMonth } from '#shared/accounts/usage/store';
import { addWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { rolesOf, workspaces } from '#shared/accounts/workspaces/store';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, utcDateOf } from '#shared/foundation/core/time';
import { type Use, useFactory } from '#shared/foundation/core/uses';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import type { Transcription } from '#shared/meetings/recorders/ports';
import { getConversationSummaryContract } from '#shared/texts/conversation-summaries/contract';
import { orderTranslationContract } from '#shared/texts/orders/contract';
import { transcribeContract } from '#shared/texts/orders/media-contract';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { type Translator, TranslatorUnavailable } from '#shared/texts/translation/ports';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import { aSummaryWorld } from '#test/contract/conversations/a-summary';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { aSpokenText, aTranscriber } from '#test/support/a-transcriber';
import { aWorld, callsTo, type World } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { mediaOf, withTinySamples } from '#test/unit/media/media-files';

/** What was used this month, and limits of it. */
function paidUsage(world: World, workspaceId: WorkspaceId) {
  const { table } = world.context;
  return {
    used: async (kind: PaidKind) =>
      amountsOf((await usageMonth(table, workspaceId, monthOf(utcDateOf(world.clock.now())))).counts)(kind),
    limit: (kind: PaidKind, most: number | null) => setUsageLimits(world.context)(workspaceId, { [kind]: most }),
  };
}

describe('the usage of translations', () => {
  async function aTranslatingWorld(given: Parameters<typeof anOrderWorld>[0] = {}) {
    const made = await anOrderWorld(given);
    const { segments } = (await made.conversation(made.source, '/transcript')).body;
    const characters = segments.reduce(
      (sum: number, { text }: { text: string }) => sum + Math.max(20, [...text].length),
      0,
    );
    return { ...made, ...paidUsage(made.world, made.owner.workspaceId), characters };
  }

  it('is the characters of the text for each language, once where the engine is asked again after an outage', async () => {
    let outages = 3;
    const engine = checkedTranslator(pseudoEngine());
    const translator: Translator = {
      async translate(request) {
        outages -= 1;
        if (outages >= 0) throw new TranslatorUnavailable('Busy.');
        return engine.translate(request);
      },
    };
    const { order, worker, used, characters, readOrder } = await aTranslatingWorld({ translator });
    const { id } = (await order({ target_languages: ['fr', 'de'] })).body;
    while ((await readOrder(id)).state === 'submitted') await worker.next();

    expect([(await readOrder(id)).state, outages < 0]).toEqual(['fulfilled', true]);
    expect(await used('translated_characters')).toBe(2 * characters);
    const usage = { translated_characters: 2 * characters, recognized_seconds: null };
    expect((await readOrder(id)).usage).toEqual(usage);
  });

  it('beyond the limit refuses the next order with 403, and ends what runs', async () => {
    const { order, worker, used, limit, readOrder, characters } = await aTranslatingWorld();
    await limit('translated_characters', 1);
    const { id } = (await order({ target_languages: ['fr'] })).body;
    const running = (await order({ target_languages: ['de'] })).body.id;
    await worker.untilQuiet();

    const ends = [await readOrder(id), await readOrder(running)].map(({ state, failure_reason }) => ({
      ...{ state, failure_reason },
    }));
    expect(ends).toContainEqual({ state: 'fulfilled', failure_reason: null });
    expect(ends).toContainEqual({ state: 'failed', failure_reason: 'usage_limit' });
    expect(await used('translated_characters')).toBe(characters);
    expect(expectError(orderTranslationContract, await order({ target_languages: ['it'] }), 403)).toEqual([
      'plan_upgrade_required',
    ]);
    await limit('translated_characters', null);
    expectSuccess(orderTranslationContract, await order({ target_languages: ['it'] }), 201);
  });
});

describe('the usage of speech recognition', () => {
  it('is the seconds of the file, and beyond the limit refuses the next order and ends what runs', async () => {
    const { world, owner, order, worker, readOrder } = await aMediaOrderWorld();
    const { used, limit } = paidUsage(world, owner.workspaceId);
    await limit('recognized_seconds', 60);
    const { id } = (await order()).body;
    await worker.untilQuiet();
    expect([await used('recognized_seconds'), (await readOrder(id)).state]).toEqual([53, 'fulfilled']);
    expect((await readOrder(id)).usage).toEqual({ translated_characters: null, recognized_seconds: 53 });
    await limit('recognized_seconds', 54);
    const [next, last] = [(await order()).body.id, (await order()).body.id];
    await worker.untilQuiet();

    const ended = [(await readOrder(next)).failure_reason, (await readOrder(last)).failure_reason];
    expect(new Set(ended)).toEqual(new Set(['usage_limit', null]));
    expect(await used('recognized_seconds')).toBe(106);
    expect(expectError(transcribeContract, await order(), 403)).toEqual(['plan_upgrade_required']);
  });
});

describe('the usage of speech recognition of a file of a second', () => {
  it('is fifteen seconds, as engines are paid', async () => {
    const made = await aMediaOrderWorld();
    const { used } = paidUsage(made.world, made.owner.workspaceId);
    const { id } = (await made.order({ url: await made.anUpload(await mediaOf.m4a(1)) })).body;
    await made.worker.untilQuiet();

    expect(await used('recognized_seconds')).toBe(15);
    expect((await made.readOrder(id)).usage).toEqual({ translated_characters: null, recognized_seconds: 15 });
  });
});

describe('a file whose table says that it is shorter than it is', () => {
  /** An hour of speech in a file that says that it is shorter than a second: each sample of its sound lasts a tick. */
  async function aCraftedFile(answers: (asked: number) => Transcription | Promise<Transcription>) {
    const { transcriber } = aTranscriber({ answers });
    const made = await aMediaOrderWorld({ transcriber });
    const url = await made.anUpload(withTinySamples(await mediaOf.m4a(3_600)));
    return { ...made, ...paidUsage(made.world, made.owner.workspaceId), crafted: () => made.order({ url }) };
  }

  const anHour = { start: 3_598, end: 3_600, text: 'Goodbye.', words: [] };
  const spoken = aSpokenText('Welcome to the call.');
  const transcript = {
    ...spoken,
    segments: [...spoken.segments, ...spoken.segments.map((one) => ({ ...one, ...anHour }))],
  };

  it.each<[string, Transcription]>([
    ['by the end of the last word', { status: 'done', transcript }],
    ['by the length that the engine reports', { status: 'done', transcript: spoken, heardSeconds: 3_600 }],
    ['also where the engine fails after it', { status: 'failed', detail: 'Refused.', heardSeconds: 3_600 }],
  ])('counts as what was recognized, %s, and the limit refuses the next', async (_how, answer) => {
    const { crafted, worker, used, limit } = await aCraftedFile(() => answer);
    await limit('recognized_seconds', 3_600);

    expect((await crafted()).status).toBe(201);
    await worker.untilQuiet();

    expect(await used('recognized_seconds')).toBe(3_600);
    expect(expectError(transcribeContract, await crafted(), 403)).toEqual(['plan_upgrade_required']);
  });

  it('counts while the engine is at work, so that the limit refuses the next before its end', async () => {
    const during = { look: async (): Promise<unknown> => undefined };
    const seen: unknown[] = [];
    const { crafted, worker, used, limit } = await aCraftedFile(async (asked) => {
      if (asked === 0) return { status: 'running', lookAgainAt: 0 as Instant, heardSeconds: 1_800 };
      if (asked === 1) seen.push(await during.look());
      return { status: 'done', transcript: spoken, heardSeconds: 3_600 };
    });
    await limit('recognized_seconds', 1_500);
    during.look = async () => [await used('recognized_seconds'), (await crafted()).status];

    await crafted();
    await worker.untilQuiet();

    // Fifteen seconds of the file, and five whole parts of five minutes.
    expect(seen).toEqual([[1_515, 403]]);
    expect(await used('recognized_seconds')).toBe(3_600);
  });

  it('counts as what was recognized by the time that its order was canceled', async () => {
    const meanwhile = { cancel: async (): Promise<unknown> => undefined };
    const { crafted, worker, used, act } = await aCraftedFile(async (asked) => {
      if (asked === 1) await meanwhile.cancel();
      return asked < 2
        ? { status: 'running', lookAgainAt: 0 as Instant, heardSeconds: (1 + asked) * 1_800 }
        : { status: 'failed', detail: 'There is no audio to transcribe.' };
    });
    const { id } = (await crafted()).body;
    meanwhile.cancel = () => act(id, 'cancel');

    await worker.untilQuiet();

    expect(await used('recognized_seconds')).toBe(3_600);
  });
});

describe('the usage of summaries', () => {
  it('is the characters read, and beyond the limit refuses a new one with 403', async () => {
    const { world, owner, summary, worker, correct } = await aSummaryWorld();
    const { used, limit } = paidUsage(world, owner.workspaceId);
    await limit('summarized_characters', 10);
    await summary();
    await worker.run();
    expect((await summary()).body.state).toBe('ready');
    // The least that a summary counts as.
    expect(await used('summarized_characters')).toBe(4_000);

    await correct();
    expect(expectError(getConversationSummaryContract, await summary(), 403)).toEqual(['plan_upgrade_required']);
  });
});

describe('the limits of paid work', () => {
  it('are there from the start in a new workspace, and not in one of before', async () => {
    const world = aWorld();
    const { workspaceId } = await world.anOwner();
    const before = await workspaces.find(world.context.table, workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    expect(before.state.usageLimits).toEqual(DEFAULT_USAGE_LIMITS);

    const { usageLimits: _limits, ...older } = before.state;
    await world.context.changes.save({ at: world.clock.now(), writes: [workspaces.put(before, older)] });

    expect((await workspaces.find(world.context.table, workspaceId))?.state).toEqual(older);
  });
});

describe('the workspaces that one user makes', () => {
  /** A user who has made as many workspaces as a day allows, each counted with its limits. */
  async function aUserWithManyWorkspaces() {
    const made = await aMediaOrderWorld();
    const { world, owner } = made;
    const callWorkspaces = callsTo(workspaceEndpoints(world.context));
    const create = async (headers = {}): Promise<{ status: number; id: WorkspaceId }> => {
      const { status, body } = await callWorkspaces('POST', '/workspaces', {
        key: owner.key,
        body: { name: 'Customer' },
        headers,
      });
      return { status, id: body.id };
    };
    const limitsOf = async (id: WorkspaceId) => (await workspaces.find(world.context.table, id))?.state.usageLimits;
    const transcribe = (id: WorkspaceId) => made.order({ workspace_id: id, url: 'https://media.example.com/talk.mp4' });
    return { ...made, create, limitsOf, transcribe };
  }

  it('begin with limits of paid work three times in 30 days, however many are made, and again after that', async () => {
    const { world, create, limitsOf } = await aUserWithManyWorkspaces();
    const ids = [];
    for (let nth = 0; nth < 20; nth += 1) ids.push((await create()).id);

    const limits = await Promise.all(ids.map(limitsOf));

    const seconds = limits.map((one) => one?.recognized_seconds ?? Number.POSITIVE_INFINITY);
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBe(3 * DEFAULT_USAGE_LIMITS.recognized_seconds);
    expect(limits.slice(2, 4)).toEqual([DEFAULT_USAGE_LIMITS, FURTHER_USAGE_LIMITS]);
    expect(FURTHER_USAGE_LIMITS).toMatchObject({ bots_sent: 20, recorded_minutes: 1_200, recognized_seconds: 0 });
    world.clock.advance(30 * DAY_MS);
    expect(await limitsOf((await create()).id)).toEqual(DEFAULT_USAGE_LIMITS);
  });

  it('use no place for a request that is refused or repeated', async () => {
    const { create, limitsOf, world, owner } = await aUserWithManyWorkspaces();
    const { useOf, limitCounter, clock } = world.context;
    const day = useOf('workspaces', owner.userId, clock.now(), 20);
    await limitCounter.take(day);
    expect((await create()).status).toBe(429);
    await limitCounter.giveBack(day);
    for (let nth = 0; nth < 3; nth += 1) await create({ 'idempotency-key': 'once' });

    const ids = [(await create()).id, (await create()).id, (await create()).id];

    expect(await Promise.all(ids.map(limitsOf))).toEqual([
      DEFAULT_USAGE_LIMITS,
      DEFAULT_USAGE_LIMITS,
      FURTHER_USAGE_LIMITS,
    ]);
  });

  it('refuse paid work beyond these, until the operator raises the limit', async () => {
    const { world, create, transcribe } = await aUserWithManyWorkspaces();
    const ids = [];
    for (let nth = 0; nth < 4; nth += 1) ids.push((await create()).id);
    const [third, fourth] = ids.slice(2) as [WorkspaceId, WorkspaceId];

    expectSuccess(transcribeContract, await transcribe(third), 201);
    const refused = await transcribe(fourth);
    expect(expectError(transcribeContract, refused, 403)).toEqual(['plan_upgrade_required']);
    expect(refused.body.errors[0].message).toContain('the operator of the deployment can raise it');

    await setUsageLimits(world.context)(fourth, { recognized_seconds: 3_600, stored_bytes: 10_000_000_000 });

    expectSuccess(transcribeContract, await transcribe(fourth), 201);
  });
});

describe('the new workspaces of all users of a deployment', () => {
  /** A deployment with so many workspaces a day that begin with paid work, whose strangers sign up. */
  function aDeploymentOf(most: number) {
    const reported: string[] = [];
    const world = aWorld({
      useOf: useFactory({ all_paid_workspaces: most }),
      reportLimit: (limit) => reported.push(limit),
    });
    const { table } = world.context;
    const limitsOf = async (id: WorkspaceId | undefined) => id && (await workspaces.find(table, id))?.state.usageLimits;
    const firstWorkspaceOf = async (userId: UserId) =>
      (await rolesOf(table, userId, { limit: 1, after: undefined })).items[0];
    /** A stranger's first sign-in. */
    async function signUp(name: string) {
      const person = { subject: `https://id.test ${name}`, email: `${name}@example.test` };
      const userId = await signIn(world.context)(person, { isOpen: true });
      return { userId, limits: await limitsOf((await firstWorkspaceOf(userId))?.workspaceId) };
    }
    const further = async (userId: UserId) => limitsOf((await world.aWorkspaceOf(userId, 'Further')).id);
    return { world, signUp, further, reported };
  }

  it('begin with limits of paid work up to one number a day, however many users there are, and are never refused', async () => {
    const { world, signUp, further, reported } = aDeploymentOf(3);
    const ada = await signUp('ada');
    const limits = [ada.limits, await further(ada.userId), (await signUp('grace')).limits];
    expect([limits, reported]).toEqual([Array(3).fill(DEFAULT_USAGE_LIMITS), []]);

    const beyond = [(await signUp('alan')).limits, await further(ada.userId), (await signUp('kurt')).limits];

    expect(beyond).toEqual(Array(3).fill(FURTHER_USAGE_LIMITS));
    expect(new Set(reported)).toEqual(new Set(['all_paid_workspaces']));
    world.clock.advance(DAY_MS);
    expect((await signUp('emmy')).limits).toEqual(DEFAULT_USAGE_LIMITS);
  });

  it('hold no place, not even for a moment, where a user has no room for one', async () => {
    const { world, signUp, further } = aDeploymentOf(20);
    const { userId } = await signUp('ada');
    for (let nth = 0; nth < 3; nth += 1) await further(userId);
    const { limitCounter } = world.context;
    const asked: string[] = [];
    const hasRoomFor = async (use: Use) => {
      asked.push(use.limit);
      return limitCounter.hasRoomFor(use);
    };
    const context = { ...world.context, limitCounter: { ...limitCounter, hasRoomFor } };

    await addWorkspace(context)({ id: userId, email: 'ada@example.test' }, { name: 'Beyond' });

    expect(asked).toEqual(['paid_workspaces']);
  });

  it('do not count where a user has no room for one, and where the operator makes them', async () => {
    const { world, signUp, further } = aDeploymentOf(6);
    const { userId } = await signUp('ada');
    for (let nth = 0; nth < 10; nth += 1) await further(userId);
    for (const name of ['One', 'Two', 'Three']) await world.anOwner(name);

    const limits = [(await signUp('grace')).limits, (await signUp('alan')).limits, (await signUp('kurt')).limits];

    expect(limits).toEqual([DEFAULT_USAGE_LIMITS, DEFAULT_USAGE_LIMITS, FURTHER_USAGE_LIMITS]);
  });
});
