import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { aTranscriber } from '#test/support/a-transcriber';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aMediaOrderWorld } from './a-media-order.ts';
import { anOrderWorld } from './an-order.ts';

/** 12 cents a minute. */
const aPricedWorld = () => aWorld({ pricePerMinute: { currency: 'EUR', centHundredths: 1_200 } });
/** Of the video of 53 seconds. */
const OF_VIDEO = { currency: 'EUR', total_cents: 11 };

describe('the price of an order', () => {
  it('is null where the deployment has none, and its text costs nothing', async () => {
    const { order, worker, readOrder, conversation } = await aMediaOrderWorld();
    const { id } = (await order()).body;

    await worker.untilQuiet();

    const { pricing, outputs_ids: texts } = await readOrder(id);
    expect([pricing, (await conversation(texts[0])).body.cost_in_cents]).toEqual([null, 0]);
  });

  it.each(['/transcribe', '/subtitle'])(
    'of %s is known with the length of its file, and is that of its text',
    async (path) => {
      const { order, worker, readOrder, conversation } = await aMediaOrderWorld({}, aPricedWorld());
      const { id, pricing } = (await order({}, { path })).body;

      await worker.untilQuiet();

      const done = await readOrder(id);
      expect([pricing, done.pricing]).toEqual([null, OF_VIDEO]);
      expect((await conversation(done.outputs_ids[0])).body.cost_in_cents).toBe(OF_VIDEO.total_cents);
    },
  );

  it('of a draft is known before it is confirmed', async () => {
    const { order, worker, readOrder } = await aMediaOrderWorld({}, aPricedWorld());
    const { id } = (await order({ confirm: false })).body;

    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'incomplete', pricing: OF_VIDEO });
  });

  it('stays that of the day it was ordered', async () => {
    const world = aPricedWorld();
    const { order, worker, readOrder } = await aMediaOrderWorld({}, world);
    const { id } = (await order()).body;
    world.context.pricePerMinute = { currency: 'USD', centHundredths: 9_999 };

    await worker.untilQuiet();

    expect((await readOrder(id)).pricing).toEqual(OF_VIDEO);
  });

  it('of translations is that of the source for each language, known at once where the source is', async () => {
    const { order, worker, readOrder, conversation, source } = await anOrderWorld({}, aPricedWorld());
    const seconds = (await conversation(source)).body.audio_length_in_seconds;
    const { id, pricing } = (await order({ target_languages: ['fr', 'de'] })).body;

    await worker.untilQuiet();

    const cents = Math.ceil((seconds * 12) / 60);
    expect(pricing).toEqual({ currency: 'EUR', total_cents: 2 * cents });
    const done = await readOrder(id);
    expect(done.pricing).toEqual(pricing);
    expect((await conversation(done.outputs_ids[1])).body.cost_in_cents).toBe(cents);
  });

  it('of a translation is null until its source has a text', async () => {
    const { order, worker, readOrder, world, owner } = await anOrderWorld({}, aPricedWorld());
    const unfinished = { kind: 'transcription', state: 'automatic_transcribing', sourceConversationId: null } as const;
    const waited = await anOrderConversation(world, owner, { ...unfinished, language: 'it' });
    const { id, pricing } = (await order({ source_conversation_id: waited.id })).body;

    await anOrderConversation(world, owner, { ...unfinished, id: waited.id, language: 'it', state: 'automatic_done' });
    await worker.next();

    expect([pricing, (await readOrder(id)).pricing]).toEqual([null, { currency: 'EUR', total_cents: 3 }]);
  });

  it('leaves out what failed', async () => {
    const { transcriber } = aTranscriber({ answers: () => ({ status: 'failed', detail: 'Refused.' }) });
    const { order, worker, readOrder } = await aMediaOrderWorld({ transcriber }, aPricedWorld());
    const { id } = (await order()).body;

    await worker.untilQuiet();

    expect(await readOrder(id)).toMatchObject({ state: 'failed', pricing: { currency: 'EUR', total_cents: 0 } });
  });
});
