import { glossaries } from '#functions/api/glossaries/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';

export const BETA = { source: 'beta launch', targets: { fr: 'lancement bêta' }, case_sensitive: false };

/** A workspace whose owner makes glossaries. */
export async function aGlossaryWorld() {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme');
  const call = callsTo(glossaries(world.context));
  const create = (body: object = {}): Promise<ApiResponse> =>
    call('POST', '/glossaries', {
      key,
      body: {
        ...{ workspace_id: workspaceId, name: 'Products', source_language: 'en', target_languages: ['fr'] },
        ...body,
      },
    });
  const list = (rest = '') => call('GET', `/glossaries?workspace_id=${workspaceId}${rest}`, { key });
  const read = (id: string) => call('GET', `/glossaries/${id}`, { key });
  return {
    world,
    workspaceId,
    call,
    create,
    list,
    read,
    aGlossary: async (body: object = {}): Promise<string> => (await create(body)).body.id,
    update: (id: string, body: object) => call('PATCH', `/glossaries/${id}`, { key, body }),
    remove: (id: string) => call('DELETE', `/glossaries/${id}`, { key }),
    addTerms: (id: string, terms: unknown) => call('POST', `/glossaries/${id}/terms`, { key, body: { terms } }),
    removeTerm: (id: string, source: string) =>
      call('DELETE', `/glossaries/${id}/terms?source=${encodeURIComponent(source)}`, { key }),
    sourcesOf: async (id: string): Promise<readonly string[]> =>
      (await read(id)).body.terms.map(({ source }: { source: string }) => source),
    /** The ids of the glossaries that the list shows as defaults. */
    defaults: async (): Promise<readonly string[]> =>
      (await list()).body.data
        .filter((one: { organization_default: boolean }) => one.organization_default)
        .map(({ id }: { id: string }) => id),
    /** The files of terms that are stored. */
    files: () => [...world.files.files.keys()].filter((one) => one.startsWith(`${workspaceId}/glossaries/`)),
  };
}
