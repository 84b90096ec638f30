import { endpoint, ok } from '#shared/api/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import { resource, resourceGroup } from '#shared/api/http/resource';
import { summaryTemplateContracts as contracts } from '#shared/capture/summaries/contract';
import { presentBuiltInTemplate, presentSummaryTemplate } from '#shared/capture/summaries/present';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { conflict } from '#shared/foundation/core/refusal';
import { templateNamed } from '#shared/meetings/summaries/commands/templates';
import {
  createTemplate,
  type SummaryTemplate,
  updateTemplate,
} from '#shared/meetings/summaries/rules/summary-template';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate, builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { summaryTemplates as entity } from '#shared/meetings/summaries/store';
import { served } from '#shared/wiring/served';

const own = resource(contracts, {
  entity,
  limit: 'templates',
  create: (id, now, workspaceId, { name, instructions, sections }) =>
    createTemplate(id, now, { workspaceId, name, instructions, sections }),
  update: updateTemplate,
  present: presentSummaryTemplate,
  requireChangeable(id) {
    if (builtInTemplate(id)) throw conflict(`${id} is a built-in template, which cannot be changed: create your own.`);
  },
});

const list = listEndpoint(contracts.list, { page: pageOfBoth, present });

const get = endpoint(contracts.get, {
  isPublic: ({ params }) => builtInTemplate(params.id) !== undefined,
  resource: ({ params, context }) => templateNamed(context.table, params.id),
  run: async ({ params, resource }) => builtInTemplate(params.id) ?? resource.state,
  reply: (template) => ok(present(template)),
});

/** Built-in templates are read with those of the workspace. They are the same in every one, so none of them can be changed. */
export const summaryTemplates = resourceGroup({ ...own, list, get });

export const handler = served(summaryTemplates);

type Either = SummaryTemplate | BuiltInTemplate;

function present(template: Either) {
  return 'workspaceId' in template ? presentSummaryTemplate(template) : presentBuiltInTemplate(template);
}

/** A position among the built-in templates is this and how many were shown; any other is the table's. */
const SHOWN = 'built-in:';

/** The workspace's own templates, newest first, then the built-in ones. */
async function pageOfBoth({ context, workspaceId }: ListRequest<unknown>, request: PageRequest): Promise<Page<Either>> {
  if (request.after?.startsWith(SHOWN)) return builtIn(Number(request.after.slice(SHOWN.length)), request.limit);
  const own = await entity.list(context.table, workspaceId, request);
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
