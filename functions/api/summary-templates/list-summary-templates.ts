import type { WorkspaceId } from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listSummaryTemplatesContract } from '#shared/summaries/contract';
import { presentBuiltInTemplate, presentSummaryTemplate } from '#shared/summaries/present';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '#shared/summaries/rules/templates';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /summary_templates: the workspace's own, newest first, then those that every workspace has. */
export const listSummaryTemplates = (needs: Needs) =>
  workspaceList(listSummaryTemplatesContract, needs, {
    page: (workspaceId, _query, request) => pageOfBoth(needs.templates, workspaceId, request),
    present: (template) =>
      'workspaceId' in template ? presentSummaryTemplate(template) : presentBuiltInTemplate(template),
  });

type Either = SummaryTemplate | BuiltInTemplate;

/** A position among the built-in ones is this and how many were shown; any other is the table's. */
const SHOWN = 'built-in:';

async function pageOfBoth(
  templates: SummaryTemplateStore,
  workspaceId: WorkspaceId,
  request: PageRequest,
): Promise<Page<Either>> {
  if (request.after?.startsWith(SHOWN)) return builtIn(Number(request.after.slice(SHOWN.length)), request.limit);
  const own = await templates.page(workspaceId, request);
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
