import { addTermsContract, removeTermContract } from '#shared/texts/glossaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aGlossaryWorld, BETA } from './a-glossary.ts';

const UNKNOWN = 'glo_00000000000000000000000000';

describe('POST /glossaries/{id}/terms', () => {
  it('200: adds terms, and puts one in place of the term with its source', async () => {
    const { read, addTerms, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA] });

    const added = await addTerms(id, [{ source: 'beta launch', case_sensitive: true }, { source: 'Acme' }]);

    expect(expectSuccess(addTermsContract, added, 200).terms_count).toBe(2);
    expect((await read(id)).body.terms).toEqual([
      { source: 'beta launch', targets: {}, case_sensitive: true },
      { source: 'Acme', targets: {}, case_sensitive: false },
    ]);
  });

  it('200: of several at the same time, each is kept, in one file', async () => {
    const { sourcesOf, addTerms, aGlossary, files } = await aGlossaryWorld();
    const id = await aGlossary();

    await Promise.all(['one', 'two', 'three'].map((source) => addTerms(id, [{ source }])));

    expect((await sourcesOf(id)).toSorted()).toEqual(['one', 'three', 'two']);
    expect(files()).toHaveLength(1);
  });

  it('422: more than 5,000 with those that are there', async () => {
    const { addTerms, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ terms: Array.from({ length: 5_000 }, (_, at) => ({ source: `x${at}` })) });

    expect((await addTerms(id, [{ source: 'x1' }])).status).toBe(200);
    expect(expectError(addTermsContract, await addTerms(id, [{ source: 'y' }]), 422)).toEqual(['too_long terms']);
  });

  it('422: a target in another language', async () => {
    const { addTerms, aGlossary } = await aGlossaryWorld();

    const added = await addTerms(await aGlossary(), [{ source: 'x', targets: { de: 'x' } }]);

    expect(expectError(addTermsContract, added, 422)).toEqual(['invalid terms.0.targets.de']);
  });

  it('404: an unknown glossary', async () => {
    const { addTerms } = await aGlossaryWorld();

    expect(expectError(addTermsContract, await addTerms(UNKNOWN, [BETA]), 404)).toEqual(['not_found']);
  });
});

describe('DELETE /glossaries/{id}/terms', () => {
  it('200: deletes the term with the source, however its spaces are written', async () => {
    const { removeTerm, sourcesOf, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA, { source: 'Acme' }] });

    expect(expectSuccess(removeTermContract, await removeTerm(id, ' beta  launch'), 200).terms_count).toBe(1);

    expect(await sourcesOf(id)).toEqual(['Acme']);
  });

  it('404: a source that no term has, and an unknown glossary', async () => {
    const { removeTerm, aGlossary } = await aGlossaryWorld();

    expect(expectError(removeTermContract, await removeTerm(await aGlossary(), 'Acme'), 404)).toEqual(['not_found']);
    expect(expectError(removeTermContract, await removeTerm(UNKNOWN, 'Acme'), 404)).toEqual(['not_found']);
  });

  it('400: no source', async () => {
    const { world, call, workspaceId, aGlossary } = await aGlossaryWorld();
    const { key } = await world.aColleague(workspaceId, 'admin');

    const removed = await call('DELETE', `/glossaries/${await aGlossary()}/terms`, { key });

    expect(expectError(removeTermContract, removed, 400)).toEqual(['missing source']);
  });
});

describe('a read of terms', () => {
  it('finds those of a change that deletes the file it was about to read', async () => {
    const { world, update, read, aGlossary } = await aGlossaryWorld();
    const id = await aGlossary({ terms: [BETA] });
    const { get } = world.files;
    let reads = 0;
    world.context.files.get = async (key) => {
      reads += 1;
      if (reads === 1) await update(id, { terms: [{ source: 'Acme' }] });
      return get(key);
    };

    expect((await read(id)).body.terms).toMatchObject([{ source: 'Acme' }]);
  });
});
