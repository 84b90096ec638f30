import { glossaries } from '#functions/api/glossaries/index';
import { orderTranslationContract } from '#shared/texts/orders/contract';
import { callsTo } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWorld } from './an-order.ts';

async function aTermWorld() {
  const made = await anOrderWorld();
  const { world, owner } = made;
  const call = callsTo(glossaries(world.context));
  const glossaryOf = async ({ key, workspaceId }: { key: string; workspaceId: string }, isDefault = false) => {
    const body = {
      workspace_id: workspaceId,
      name: 'Products',
      source_language: 'en',
      organization_default: isDefault,
    };
    return (await call('POST', '/glossaries', { key, body })).body.id as string;
  };
  return { ...made, glossaryOf, aGlossary: (isDefault = false) => glossaryOf(owner, isDefault) };
}

describe('the glossaries of POST /translate', () => {
  it('201: are those that it names, or the default', async () => {
    const { order, aGlossary } = await aTermWorld();
    const [named, byDefault] = [await aGlossary(), await aGlossary(true)];

    const idsFor = async (body: object) => (await order(body)).body.glossary_ids;

    expect(await idsFor({ glossary_ids: [named] })).toEqual([named]);
    expect(await idsFor({})).toEqual([byDefault]);
    expect(await idsFor({ glossary_ids: [] })).toEqual([]);
    expect(await idsFor({ glossary_ids: null })).toEqual([]);
  });

  it('422: cannot be of another workspace, or more than ten', async () => {
    const { world, order, aGlossary, glossaryOf } = await aTermWorld();
    const foreign = await glossaryOf(await world.anOwner('Other'));
    const own = await aGlossary();

    expect(expectError(orderTranslationContract, await order({ glossary_ids: [foreign] }), 422)).toEqual([
      'invalid glossary_ids',
    ]);
    expect(expectError(orderTranslationContract, await order({ glossary_ids: Array(11).fill(own) }), 422)).toEqual([
      'too_long glossary_ids',
    ]);
  });
});
