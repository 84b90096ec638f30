import type { GlossaryId, WorkspaceId } from '#shared/foundation/core/ids';
import { loadTerms, orderGlossaries } from '#shared/texts/glossaries/commands/order-glossaries';
import { termsInFiles } from '#shared/texts/glossaries/terms-in-files';
import { describe, expect, it } from '#test/support/jest';
import { aGlossaryWorld, BETA } from './a-glossary.ts';

async function anOrderWorld() {
  const made = await aGlossaryWorld();
  const { context } = made.world;
  return {
    ...made,
    chosen: (ids: readonly string[] | undefined, language: string | null, workspaceId = made.workspaceId) =>
      orderGlossaries(context.table, { workspaceId, ids: ids as readonly GlossaryId[] | undefined, language }),
    terms: (ids: readonly string[]) =>
      loadTerms({ ...context, terms: termsInFiles(context.files) }, ids as readonly GlossaryId[]),
  };
}

describe('the glossaries of an order', () => {
  it('are those that it names, each once, also where there is a default', async () => {
    const { chosen, aGlossary } = await anOrderWorld();
    const [first, second] = [await aGlossary(), await aGlossary({ organization_default: true })];

    expect(await chosen([first, second, first], 'en')).toEqual([first, second]);
    expect(await chosen([], 'en')).toEqual([]);
  });

  it('are the default for the language where none is named, for its variety first', async () => {
    const { chosen, aGlossary } = await anOrderWorld();
    const english = await aGlossary({ organization_default: true });
    const british = await aGlossary({ source_language: 'en-GB', organization_default: true });

    expect(await chosen(undefined, 'en-gb')).toEqual([british]);
    expect(await chosen(undefined, 'en-US')).toEqual([english]);
    expect(await chosen(undefined, 'de')).toEqual([]);
    expect(await chosen(undefined, null)).toEqual([]);
  });

  it('422: cannot be of another workspace', async () => {
    const { world, chosen, aGlossary } = await anOrderWorld();
    const id = await aGlossary();
    const { workspaceId } = await world.anOwner('Other');

    await expect(chosen([id], 'en', workspaceId as WorkspaceId)).rejects.toThrow('glossary_ids');
  });

  it('give their terms in their order, none of them where they are deleted', async () => {
    const { terms, remove, aGlossary } = await anOrderWorld();
    const ids = [
      await aGlossary({ terms: [{ source: 'Acme' }] }),
      await aGlossary(),
      await aGlossary({ terms: [BETA] }),
    ];
    await remove(ids[0] ?? '');

    const sources = (await terms(ids)).map((one) => one.map(({ source }) => source));

    expect(sources).toEqual([[], [], ['beta launch']]);
  });
});
