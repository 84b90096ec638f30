import { apiGroup } from '#shared/api/http/api-group';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import {
  createSummaryTemplateContract,
  deleteSummaryTemplateContract,
  getSummaryTemplateContract,
  listSummaryTemplatesContract,
  updateSummaryTemplateContract,
} from '#shared/capture/summaries/contract';
import { presentBuiltInTemplate, presentSummaryTemplate } from '#shared/capture/summaries/present';
import { idOf } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { conflict } from '#shared/foundation/core/refusal';
import { addTemplate, deleteTemplate, saveTemplate } from '#shared/meetings/summaries/commands/templates';
import type { SummaryTemplate } from '#shared/meetings/summaries/rules/summary-template';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate, builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { summaryTemplates as templates } from '#shared/meetings/summaries/store';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: string };
  readonly context: AppContext;
}

/** The workspace's own template; a slug names none. */
async function findOwn({ params, context }: Named) {
  const id = idOf('tpl', params.id);
  return id && templates.find(context.table, id);
}

/** Built-in templates are the same in every workspace, so none of them can be changed. */
async function findChangeable(request: Named) {
  const { id } = request.params;
  if (builtInTemplate(id)) throw conflict(`${id} is a built-in template, which cannot be changed: create your own.`);
  return findOwn(request);
}

const list = listEndpoint(listSummaryTemplatesContract, {
  page: pageOfBoth,
  present: (template) =>
    'workspaceId' in template ? presentSummaryTemplate(template) : presentBuiltInTemplate(template),
});

const get = endpoint(getSummaryTemplateContract, {
  isPublic: ({ params }) => builtInTemplate(params.id) !== undefined,
  resource: findOwn,
  run: async ({ params, resource }) => builtInTemplate(params.id) ?? resource.state,
  reply: (template) =>
    ok('workspaceId' in template ? presentSummaryTemplate(template) : presentBuiltInTemplate(template)),
});

const create = endpoint(createSummaryTemplateContract, {
  run: ({ context, workspace, body: { name, instructions, sections } }) =>
    addTemplate(context)({ workspaceId: workspace.state.id, name, instructions, sections }),
  reply: (template, { context }) =>
    created(presentSummaryTemplate(template), `${context.baseUrl}/summary_templates/${template.id}`),
});

const update = endpoint(updateSummaryTemplateContract, {
  resource: findChangeable,
  run: ({ context, resource, body }) => saveTemplate(context)(resource.state.id, body),
  reply: (template) => ok(presentSummaryTemplate(template)),
});

const remove = endpoint(deleteSummaryTemplateContract, {
  resource: findChangeable,
  run: ({ context, resource }) => deleteTemplate(context)(resource.state.id),
  reply: (template) => ok(presentSummaryTemplate(template)),
});

export const summaryTemplates = (context: AppContext) => apiGroup(context, list, create, get, update, remove);

export const handler = served(summaryTemplates);

type Either = SummaryTemplate | BuiltInTemplate;

/** A position among the built-in templates is this and how many were shown; any other is the table's. */
const SHOWN = 'built-in:';

/** The workspace's own templates, newest first, then the built-in ones. */
async function pageOfBoth({ context, workspaceId }: ListRequest<unknown>, request: PageRequest): Promise<Page<Either>> {
  if (request.after?.startsWith(SHOWN)) return builtIn(Number(request.after.slice(SHOWN.length)), request.limit);
  const own = await templates.list(context.table, workspaceId, request);
  if (own.next !== undefined) return own;
  const rest = builtIn(0, request.limit - own.items.length);
  const positions = [...(own.positions ?? []), ...(rest.positions ?? [])];
  return { items: [...own.items, ...rest.items], next: rest.next, positions };
}

function builtIn(shown: number, room: number): Page<Either> {
  const upTo = shown + room;
  const items = BUILT_IN_TEMPLATES.slice(shown, upTo);
  return {
    items,
    next: upTo < BUILT_IN_TEMPLATES.length ? `${SHOWN}${upTo}` : undefined,
    positions: items.map((_template, at) => `${SHOWN}${shown + at + 1}`),
  };
}
