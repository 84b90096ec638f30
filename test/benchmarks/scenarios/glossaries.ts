import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

/** As a company's names and products may be. */
const TERMS = Array.from({ length: 100 }, (_, nth) => ({
  source: `product ${nth}`,
  targets: { fr: `produit ${nth}`, de: `Produkt ${nth}` },
}));
const GLOSSARY = {
  ...{ name: 'Products', source_language: 'en', target_languages: ['fr', 'de'] },
  ...{ organization_default: true, terms: TERMS },
};

const aGlossary = async ({ call, workspaceId }: Office): Promise<string> =>
  (await call('POST', '/glossaries', { workspace_id: workspaceId, ...GLOSSARY })).id;

export const glossaryScenarios: readonly Scenario[] = [
  {
    operation: 'POST /glossaries',
    status: 201,
    // A workspace has a hundred at most: those of earlier calls are deleted.
    prepare: async (office) => async () => {
      const { data } = await office.call('GET', `/glossaries?workspace_id=${office.workspaceId}`);
      for (const { id } of data) await office.call('DELETE', `/glossaries/${id}`);
      return office.request('POST', '/glossaries', { workspace_id: office.workspaceId, ...GLOSSARY });
    },
  },
  {
    operation: 'GET /glossaries',
    status: 200,
    prepare: always('GET', async (office) => {
      await aGlossary(office);
      return `/glossaries?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /glossaries/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/glossaries/${await aGlossary(office)}`),
  },
  {
    operation: 'PATCH /glossaries/{id}',
    status: 200,
    async prepare(office) {
      const id = await aGlossary(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/glossaries/${id}`, { terms: TERMS.slice(nth % 2) });
      };
    },
  },
  {
    operation: 'DELETE /glossaries/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/glossaries/${await aGlossary(office)}`),
  },
  {
    operation: 'POST /glossaries/{id}/terms',
    status: 200,
    async prepare(office) {
      const id = await aGlossary(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('POST', `/glossaries/${id}/terms`, { terms: [{ source: `term ${nth}` }] });
      };
    },
  },
  {
    operation: 'DELETE /glossaries/{id}/terms',
    status: 200,
    prepare: async (office) => async () =>
      office.request('DELETE', `/glossaries/${await aGlossary(office)}/terms?source=product%201`),
  },
];
