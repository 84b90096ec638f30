import { apiGroup } from '#shared/api/http/api-group';
import { byWorkspace } from '#shared/api/http/early';
import { created, endpointWith, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { Listed } from '#shared/foundation/core/catalog';
import type { GlossaryId } from '#shared/foundation/core/ids';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import {
  addGlossary,
  changeTerms,
  deleteGlossary,
  saveGlossary,
} from '#shared/texts/glossaries/commands/change-glossaries';
import { readTerms } from '#shared/texts/glossaries/commands/read-terms';
import {
  addTermsContract,
  createGlossaryContract,
  deleteGlossaryContract,
  getGlossaryContract,
  listGlossariesContract,
  removeTermContract,
  updateGlossaryContract,
} from '#shared/texts/glossaries/contract';
import { termsIn } from '#shared/texts/glossaries/fields';
import { presentGlossary, presentGlossaryWithTerms } from '#shared/texts/glossaries/present';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import { addTerms, removeTerm } from '#shared/texts/glossaries/rules/glossary-term';
import { glossaries as stored } from '#shared/texts/glossaries/store';
import { termsInFiles } from '#shared/texts/glossaries/terms-in-files';
import { served } from '#shared/wiring/served';

interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

interface Named {
  readonly params: { readonly id: GlossaryId };
  readonly context: AppContext;
}

const endpoint = endpointWith<WithFiles>();

const withTerms = (context: WithFiles) => ({ ...context, terms: termsInFiles(context.files) });

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** The glossary with the catalog of its workspace. */
const load = ({ context, params }: Named) => stored.load(context.table, params.id);

const reply = (found: Listed<Glossary>) => ok(presentGlossary(found));

const list = listEndpoint(listGlossariesContract, {
  page: ({ context, workspaceId }, request) => stored.page(context.table, workspaceId, request),
  present: presentGlossary,
});

const get = endpoint(getGlossaryContract, {
  resource: find,
  early: (request) => [load(request)],
  async run(request) {
    const { before, isDefault } = await load(request);
    return {
      listed: { state: before.state, isDefault },
      terms: await readTerms(withTerms(request.context), before.state),
    };
  },
  reply: ({ listed, terms }) => ok(presentGlossaryWithTerms(listed, terms)),
});

const create = endpoint(createGlossaryContract, {
  early: ({ context, body }) => [byWorkspace(context.table, body.workspaceId(), stored.catalogOf)],
  run: ({ context, workspace, body }) =>
    addGlossary(withTerms(context))(
      {
        workspaceId: workspace.state.id,
        name: body.name,
        sourceLanguage: body.source_language,
        targetLanguages: body.target_languages,
      },
      { isDefault: body.organization_default, terms: termsIn(body.terms) },
    ),
  reply: (found, { context }) => created(presentGlossary(found), `${context.baseUrl}/glossaries/${found.state.id}`),
});

const update = endpoint(updateGlossaryContract, {
  resource: find,
  early: (request) => [load(request)],
  run: ({ context, resource, body }) =>
    saveGlossary(withTerms(context))(
      resource.state.id,
      { name: body.name, sourceLanguage: body.source_language, targetLanguages: body.target_languages },
      { isDefault: body.organization_default, terms: body.terms && termsIn(body.terms) },
    ),
  reply,
});

const remove = endpoint(deleteGlossaryContract, {
  resource: find,
  early: (request) => [load(request)],
  run: ({ context, resource }) => deleteGlossary(withTerms(context))(resource.state.id),
  reply,
});

const add = endpoint(addTermsContract, {
  resource: find,
  early: (request) => [load(request)],
  run: ({ context, resource, body }) =>
    changeTerms(withTerms(context))(resource.state.id, (terms, { targetLanguages }) =>
      addTerms(terms, termsIn(body.terms), targetLanguages),
    ),
  reply,
});

const removeOne = endpoint(removeTermContract, {
  resource: find,
  early: (request) => [load(request)],
  run: ({ context, resource, query }) =>
    changeTerms(withTerms(context))(resource.state.id, (terms) => removeTerm(terms, query.source)),
  reply,
});

export const glossaries = (context: WithFiles) => apiGroup(context, list, get, create, update, remove, add, removeOne);

export const handler = served((context) =>
  glossaries({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
