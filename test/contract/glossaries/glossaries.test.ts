import {
  createGlossaryContract,
  deleteGlossaryContract,
  getGlossaryContract,
  listGlossariesContract,
  updateGlossaryContract,
} from '#shared/texts/glossaries/contract';
import { glossaryCatalog } from '#shared/texts/glossaries/store';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aGlossaryWorld, BETA } from './a-glossary.ts';

const UNKNOWN = 'glo_00000000000000000000000000';
const terms = (count: number, source = 'x') => Array.from({ length: count }, (_, at) => ({ source: `${source}${at}` }));

describe('POST /glossaries', () => {
  it('201: without its terms, which the single read has', async () => {
    const { create, read, workspaceId } = await aGlossaryWorld();

    const made = await create({ terms: [BETA] });

    const body = expectSuccess(createGlossaryContract, made, 201);
    expect(body).toEqual({
      id: expect.stringMatching(/^glo_/),
      object: 'glossary',
      workspace_id: workspaceId,
      ...{ name: 'Products', source_language: 'en', target_languages: ['fr'] },
      ...{ organization_default: false, terms_count: 1 },
      created_at: '2026-11-02T12:00:00.000Z',
      updated_at: '2026-11-02T12:00:00.000Z',
    });
    expect(made.headers['location']).toMatch(new RegExp(`/glossaries/${body.id}$`));
    expect(expectSuccess(getGlossaryContract, await read(body.id), 200)).toEqual({ ...body, terms: [BETA] });
  });

  it('201: with languages in their canonical form and sources without needless spaces', async () => {
    const { create, read } = await aGlossaryWorld();
    const sent = [{ source: ' beta  launch ', targets: { 'pt-br': 'lançamento beta' } }];

    const { body } = await create({ source_language: 'EN-us', target_languages: ['PT-br', 'pt-BR'], terms: sent });

    expect(body).toMatchObject({ source_language: 'en-US', target_languages: ['pt-BR'] });
    expect((await read(body.id)).body.terms).toEqual([
      { source: 'beta launch', targets: { 'pt-BR': 'lançamento beta' }, case_sensitive: false },
    ]);
  });

  it('201: with 5,000 terms', async () => {
    const { create, sourcesOf } = await aGlossaryWorld();

    const made = expectSuccess(createGlossaryContract, await create({ terms: terms(5_000) }), 201);

    expect(made.terms_count).toBe(5_000);
    expect(await sourcesOf(made.id)).toHaveLength(5_000);
  });

  it('409: the hundred-and-first, of which no file is left', async () => {
    const { world, workspaceId, create, files } = await aGlossaryWorld();
    const catalog = await glossaryCatalog.find(world.context.table, workspaceId);
    const full = glossaryCatalog.put(catalog, { ...catalog.state, count: 100 });
    await world.context.changes.save({ at: world.clock.now(), writes: [full] });

    expect(expectError(createGlossaryContract, await create({ terms: [BETA] }), 409)).toEqual(['conflict']);
    expect(files()).toEqual([]);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'blank name'],
    ['a source language that is none', { source_language: 'english' }, 'invalid source_language'],
    ['the source language as a target', { target_languages: ['fr', 'en'] }, 'invalid target_languages'],
    ['more than 20 languages', { target_languages: Array(21).fill('fr') }, 'too_long target_languages'],
    ['more than 5,000 terms', { terms: terms(5_001) }, 'too_long terms'],
    ['more than 1 MB of terms', { terms: terms(5_000, '語'.repeat(190)) }, 'too_long terms'],
    ['a blank source', { terms: [{ source: ' ' }] }, 'blank terms.0.source'],
    ['a long source', { terms: [{ source: 'x'.repeat(201) }] }, 'too_long terms.0.source'],
    ['a source that is sent twice', { terms: [BETA, { source: 'beta  launch' }] }, 'invalid terms.1.source'],
    ['another language', { terms: [{ source: 'x', targets: { de: 'x' } }] }, 'invalid terms.0.targets.de'],
    ['no language', { terms: [{ source: 'x', targets: { french: 'x' } }] }, 'invalid terms.0.targets.french'],
    ['a blank target', { terms: [{ source: 'x', targets: { fr: ' ' } }] }, 'blank terms.0.targets.fr'],
    ['a target that is no text', { terms: [{ source: 'x', targets: { fr: 7 } }] }, 'invalid_type terms.0.targets.fr'],
    ['targets that are no object', { terms: [{ source: 'x', targets: 'fr' }] }, 'invalid_type terms.0.targets'],
    ['half a character', { terms: [{ source: '\ud800' }] }, 'invalid_format terms.0.source'],
    [
      'half a character in a target',
      { terms: [{ source: 'x', targets: { fr: '\ud800' } }] },
      'invalid_format terms.0.targets.fr',
    ],
  ])('422: %s', async (_what, body, fault) => {
    const { create, files } = await aGlossaryWorld();

    expect(expectError(createGlossaryContract, await create(body), 422)).toEqual([fault]);
    expect(files()).toEqual([]);
  });
});

describe('GET /glossaries', () => {
  it('200: newest first, without terms', async () => {
    const { list, aGlossary } = await aGlossaryWorld();
    const [older, newer] = [await aGlossary({ terms: [BETA] }), await aGlossary()];

    const page = expectSuccess(listGlossariesContract, await list(), 200);

    expect(page.data.map(({ id, terms_count }: { id: string; terms_count: number }) => [id, terms_count])).toEqual([
      [newer, 0],
      [older, 1],
    ]);
  });
});

describe('PATCH /glossaries/{id}', () => {
  it('200: replaces all terms, and keeps one file of them', async () => {
    const { update, sourcesOf, aGlossary, files } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA, { source: 'Acme' }] });

    const changed = await update(id, { name: 'Names', terms: [{ source: 'Fabrikam' }] });

    expect(expectSuccess(updateGlossaryContract, changed, 200)).toMatchObject({ name: 'Names', terms_count: 1 });
    expect(await sourcesOf(id)).toEqual(['Fabrikam']);
    expect(files()).toHaveLength(1);
  });

  it('200: without terms, no file is left', async () => {
    const { update, sourcesOf, aGlossary, files } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA] });

    await update(id, { terms: [] });

    expect([await sourcesOf(id), files()]).toEqual([[], []]);
  });

  it('200: nothing new changes nothing', async () => {
    const { world, update, read, aGlossary, files } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA], organization_default: true });
    const [before, stored] = [(await read(id)).body, files()];
    world.clock.advance(1000);

    await update(id, { terms: [BETA], target_languages: ['fr'], organization_default: true });

    expect([(await read(id)).body, files()]).toEqual([before, stored]);
  });

  it('200: a default follows its source language', async () => {
    const { update, defaults, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ organization_default: true });
    const spanish = await aGlossary({ source_language: 'es', organization_default: true });

    await update(id, { source_language: 'es' });

    expect(await defaults()).toEqual([id]);
    await update(spanish, { source_language: 'en', organization_default: true });
    expect(await defaults()).toEqual([spanish, id]);
  });

  it('422: without a target language that terms have', async () => {
    const { update, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA] });

    const changed = await update(id, { target_languages: ['de'] });

    expect(expectError(updateGlossaryContract, changed, 422)).toEqual(['invalid target_languages']);
    expect((await update(id, { target_languages: ['de'], terms: [] })).body.target_languages).toEqual(['de']);
  });

  it('404: an unknown glossary', async () => {
    const { update } = await aGlossaryWorld();

    expect(expectError(updateGlossaryContract, await update(UNKNOWN, { name: 'Names' }), 404)).toEqual(['not_found']);
  });
});

describe('the default of a source language', () => {
  it('is one of those that are set at the same time', async () => {
    const { update, defaults, aGlossary } = await aGlossaryWorld();
    const ids = [await aGlossary(), await aGlossary(), await aGlossary()];

    const answers = await Promise.all(ids.map((id) => update(id, { organization_default: true })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await defaults()).toHaveLength(1);
  });
});

describe('DELETE /glossaries/{id}', () => {
  it('200: deletes it with its terms, and answers it once more', async () => {
    const { list, read, remove, aGlossary, files } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA], organization_default: true });
    const [before] = (await list()).body.data;

    expect(expectSuccess(deleteGlossaryContract, await remove(id), 200)).toEqual(before);

    expect(expectError(getGlossaryContract, await read(id), 404)).toEqual(['not_found']);
    expect(files()).toEqual([]);
  });

  it('404: an unknown glossary', async () => {
    const { remove } = await aGlossaryWorld();

    expect(expectError(deleteGlossaryContract, await remove(UNKNOWN), 404)).toEqual(['not_found']);
  });
});
