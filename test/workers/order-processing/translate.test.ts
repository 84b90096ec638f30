import { glossaries } from '#functions/api/glossaries/index';
import { getConversationContract } from '#shared/texts/conversations/contract';
import type { TranslationRequest, Translator } from '#shared/texts/translation/ports';
import { TranslatorUnavailable } from '#shared/texts/translation/ports';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { callsTo } from '#test/support/api';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { orderWorker } from '#test/support/order-worker';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A translator that notes what it is asked for; `fails` may throw before it answers. */
function aTranslator(fails: (asked: number) => void = () => undefined) {
  const asked: string[] = [];
  const translator: Translator = {
    async translate({ segments, to }: TranslationRequest) {
      fails(asked.length);
      asked.push(...segments.map(({ id }) => `${to} ${id}`));
      const translated = segments.map(({ id, text }) => ({ id, text: `${to}: ${text}` }));
      return { status: 'done', engine: 'pseudo', segments: translated, issues: [] };
    },
  };
  return { asked, translator };
}

/** Replaces the text of the source by one of so many segments. */
async function aLongText({ read, source, owner, callText }: Awaited<ReturnType<typeof anOrderWorld>>, count: number) {
  const { etag } = (await read(source, '/transcript')).headers;
  const segments = Array.from({ length: count }, (_, nth) => ({
    ...{ id: `seg_${nth + 1}`, speaker_id: null, start: 0, end: 1, text: `Sentence ${nth}.` },
  }));
  const body = { speakers: [], segments };
  await callText('PUT', `/conversations/${source}/transcript`, {
    key: owner.key,
    headers: { 'if-match': String(etag) },
    body,
  });
}

/** A text whose translation lost a number in some of its segments. */
async function anIssueWorld(isFlawed: (segmentId: string) => boolean, segments = 4) {
  const { translator } = aTranslator();
  const flawed: Translator = {
    async translate(request) {
      const translation = await translator.translate(request);
      if (translation.status !== 'done') return translation;
      const ids = request.segments.map(({ id }) => id).filter(isFlawed);
      return { ...translation, issues: ids.map((segmentId) => ({ segmentId, kind: 'number', missing: '12' })) };
    },
  };
  const world = await anOrderWorld({ translator: flawed });
  await aLongText(world, segments);
  return world;
}

/** The keys of the slices, once so many are stored. */
async function untilStored(count: number, { world, worker }: Pick<OrderWorld, 'world' | 'worker'>) {
  for (let invocations = 0; invocations < 20; invocations += 1) {
    const slices = [...world.files.files.keys()].filter((key) => key.includes('/slices/'));
    if (slices.length === count) return slices;
    await worker.deliver(worker.due().find(({ dueAt }) => dueAt <= world.clock.now()));
  }
  throw new Error('The slices are not stored.');
}

type OrderWorld = Awaited<ReturnType<typeof anOrderWorld>>;

describe('the worker of orders', () => {
  it('translates with the terms of the glossaries that the order names', async () => {
    const terms: unknown[] = [];
    const { translator } = aTranslator();
    const noting: Translator = {
      translate: (request) => {
        terms.push(request.terms);
        return translator.translate(request);
      },
    };
    const { world, owner, order, worker } = await anOrderWorld({ translator: noting });
    const glossary = await callsTo(glossaries(world.context))('POST', '/glossaries', {
      key: owner.key,
      body: {
        ...{ workspace_id: owner.workspaceId, name: 'Products', source_language: 'en', target_languages: ['fr', 'de'] },
        terms: [
          { source: 'beta launch', targets: { fr: 'lancement bêta' } },
          { source: 'Acme', targets: { de: 'Acme' } },
        ],
      },
    });
    await order({ glossary_ids: [glossary.body.id] });

    await worker.untilQuiet();

    expect(terms).toEqual([[{ source: 'beta launch', target: 'lancement bêta', caseSensitive: false }]]);
  });

  it('asks for no segment twice, whatever invocation ends between two slices', async () => {
    const { asked, translator } = aTranslator();
    // Too little time for a second step in each invocation.
    const world = await anOrderWorld({ translator, timeLeft: () => 30_000 });
    await aLongText(world, 350);
    const { id } = (await world.order()).body;

    while ((await world.readOrder(id)).state === 'submitted') await world.worker.next();

    const done = await world.readOrder(id);
    const text = (await world.conversation(done.outputs_ids[0], '/transcript')).body;
    expect([done.state, text.segments.length, asked.length, new Set(asked).size]).toEqual(['fulfilled', 350, 350, 350]);
    expect(text.segments[349].text).toBe('fr: Sentence 349.');
    expect([...world.world.files.files.keys()].filter((key) => key.includes('/slices/'))).toEqual([]);
  });

  it('leaves the text of the worker that took over alone, where its lease ended while it read the slices', async () => {
    const given = { translator: aTranslator().translator, timeLeft: () => 30_000 };
    const { world, worker, order, readOrder, conversation, ...rest } = await anOrderWorld(given);
    await aLongText({ world, worker, order, readOrder, conversation, ...rest }, 350);
    const { id } = (await order()).body;
    await untilStored(4, { world, worker });
    let isStalled = false;
    const stalling: typeof world.files = {
      ...world.files,
      async get(key) {
        if (key.includes('/slices/00001') && !isStalled) {
          isStalled = true;
          while ((await readOrder(id)).state === 'submitted') await worker.next();
        }
        return world.files.get(key);
      },
    };

    await orderWorker({ ...world, files: stalling }, given).next();

    const done = await readOrder(id);
    const text = (await conversation(done.outputs_ids[0], '/transcript')).body;
    const untranslated = text.segments.filter((one: { readonly text: string }) => !one.text.startsWith('fr: '));
    expect([isStalled, done.state, text.segments.length, untranslated]).toEqual([true, 'fulfilled', 350, []]);
  });

  it('translates a slice again that is gone before the text is whole', async () => {
    const { asked, translator } = aTranslator();
    const { world, worker, order, readOrder, conversation, ...rest } = await anOrderWorld({
      ...{ translator, timeLeft: () => 30_000 },
    });
    await aLongText({ world, worker, order, readOrder, conversation, ...rest }, 350);
    const { id } = (await order()).body;
    const slices = await untilStored(4, { world, worker });
    await world.files.remove(slices[2] ?? '');

    while ((await readOrder(id)).state === 'submitted') await worker.next();

    const done = await readOrder(id);
    const text = (await conversation(done.outputs_ids[0], '/transcript')).body;
    expect([asked.length, text.segments[250].text]).toEqual([450, 'fr: Sentence 250.']);
  });

  it('shows the operation and its conversation as processed from the first slice on', async () => {
    const { translator } = aTranslator((asked) => {
      if (asked > 0) throw new TranslatorUnavailable('Busy.');
    });
    const world = await anOrderWorld({ translator });
    await aLongText(world, 350);
    const { id } = (await world.order()).body;

    await world.worker.untilQuiet();

    const order = await world.readOrder(id);
    expect([order.operations[0].state, order.transcriptions[0].state]).toEqual([
      'processing',
      'automatic_transcribing',
    ]);
    expect((await world.conversation(order.outputs_ids[0])).body.state).toBe('automatic_transcribing');
  });

  it('leaves an operation pending while the engine is unavailable, and goes on when it answers', async () => {
    let isDown = true;
    const { translator } = aTranslator(() => {
      if (isDown) throw new TranslatorUnavailable('No quota.');
    });
    const { order, worker, readOrder } = await anOrderWorld({ translator });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    expect((await readOrder(id)).operations[0].state).toBe('pending');

    isDown = false;
    await worker.next();

    expect((await readOrder(id)).state).toBe('fulfilled');
  });

  it('fails as provider_unavailable after a day without an answer', async () => {
    const { translator } = aTranslator(() => {
      throw new TranslatorUnavailable('No quota.');
    });
    const { order, worker, readOrder, world } = await anOrderWorld({ translator });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    world.clock.advance(DAY_MS - HOUR_MS);
    await worker.untilQuiet();
    expect((await readOrder(id)).state).toBe('submitted');

    world.clock.advance(HOUR_MS);
    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'failed', failure_reason: 'provider_unavailable' });
  });

  it('shows the issues of a translation on its conversation and on the operation, until they are corrected', async () => {
    const { world, order, worker, conversation, readOrder, owner, callText } = await anIssueWorld(
      (id) => id === 'seg_2',
    );
    const { id } = (await order()).body;
    await worker.untilQuiet();

    const [output] = (await readOrder(id)).outputs_ids;
    const shown = { issues_count: 1, issues: [{ segment_id: 'seg_2', kind: 'number', missing: '12' }] };
    expect((await readOrder(id)).operations[0]).toMatchObject({ state: 'done', ...shown });
    const read = await conversation(output);
    expect(expectSuccess(getConversationContract, read, 200)).toMatchObject({ state: 'automatic_done', ...shown });

    const { etag } = (await conversation(output, '/transcript')).headers;
    await callText('PATCH', `/conversations/${output}/transcript`, {
      key: owner.key,
      headers: { 'if-match': String(etag) },
      body: { segments: [{ id: 'seg_2', text: 'Phrase 12.' }] },
    });
    expect((await conversation(output)).body).toMatchObject({ issues_count: 0, issues: [] });
    expect(world.dynamo.items().some(({ pk, issues }) => pk?.S === output && issues !== undefined)).toBe(false);
  });

  it.each([
    ['half of the segments have issues', (nth: number) => nth % 2 === 0, 'fulfilled'],
    ['more than half of the segments have issues', (nth: number) => nth % 2 === 0 || nth === 1, 'failed'],
  ])('decides by the whole text where %s', async (_what, isFlawed, state) => {
    const { order, worker, readOrder } = await anIssueWorld((id) => isFlawed(Number(id.slice(4))), 300);
    const { id } = (await order()).body;

    await worker.untilQuiet();

    const ended = await readOrder(id);
    expect([ended.state, ended.failure_reason]).toEqual([state, state === 'failed' ? 'translation_failed' : null]);
    expect(ended.operations[0].issues.length).toBe(state === 'failed' ? 0 : 20);
    expect(ended.operations[0].issues_count).toBe(state === 'failed' ? 0 : 150);
  });

  it('keeps the text of the source where the engine translates nothing of a later part', async () => {
    let asked = 0;
    const { translator } = aTranslator();
    const failing: Translator = {
      async translate(request) {
        asked += 1;
        return asked === 2
          ? { status: 'failed', reason: 'translation_failed', detail: '' }
          : translator.translate(request);
      },
    };
    const world = await anOrderWorld({ translator: failing });
    await aLongText(world, 250);
    const { id } = (await world.order()).body;

    await world.worker.untilQuiet();

    const done = await world.readOrder(id);
    expect([done.state, done.operations[0].issues_count]).toEqual(['fulfilled', 100]);
    const text = (await world.conversation(done.outputs_ids[0], '/transcript')).body;
    expect([text.segments[99].text, text.segments[100].text]).toEqual(['fr: Sentence 99.', 'Sentence 100.']);
  });

  it('drops the late result of an order that was canceled, with its files', async () => {
    const cancel: { now: () => Promise<unknown> } = { now: async () => undefined };
    const translator: Translator = {
      async translate({ segments }) {
        await cancel.now();
        return { status: 'done', engine: 'pseudo', segments, issues: [] };
      },
    };
    const { order, worker, act, readOrder, world } = await anOrderWorld({ translator });
    const { id, outputs_ids: outputs } = (await order()).body;
    cancel.now = () => act(id, 'cancel');

    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('canceled');
    expect([...world.files.files.keys()].filter((key) => key.includes(outputs[0]))).toEqual([]);
  });

  it('runs ten operations of a workspace at a time, and the others after them', async () => {
    const { translator } = aTranslator();
    const { order, worker, readOrder } = await anOrderWorld({ translator });
    const languages = ['fr', 'de', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'pl', 'cs', 'el'];
    const { id } = (await order({ target_languages: languages })).body;

    await worker.untilQuiet();
    const states = (await readOrder(id)).operations.map((one: { state: string }) => one.state);
    expect(states.filter((state: string) => state === 'done')).toHaveLength(10);
    await worker.next();

    expect((await readOrder(id)).state).toBe('fulfilled');
  });

  it('waits for a source that has no text yet, and fails with it', async () => {
    const world = await anOrderWorld();
    const { id: source } = await anOrderConversation(world.world, world.owner, {
      ...{ state: 'automatic_transcribing', kind: 'transcription', sourceConversationId: null },
    });
    const { id } = (await world.order({ source_conversation_id: source, target_languages: ['de'] })).body;
    await world.worker.untilQuiet();
    await world.worker.next();
    expect((await world.readOrder(id)).operations[0].state).toBe('pending');

    await anOrderConversation(world.world, world.owner, {
      ...{ id: source, state: 'failed', failureReason: 'translation_failed', kind: 'transcription' },
    });
    await world.worker.next();

    expect(await world.readOrder(id)).toMatchObject({ state: 'failed', failure_reason: 'source_failed' });
  });

  it('expires a draft after seven days, with its conversations', async () => {
    const { order, worker, readOrder, conversation, world } = await anOrderWorld();
    const { id, outputs_ids: outputs } = (await order({ confirm: false })).body;
    world.clock.advance(7 * DAY_MS);

    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('expired');
    expect((await conversation(outputs[0])).status).toBe(404);
  });
});
