import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { apiGroup } from '#shared/api/http/api-group';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { StyleGuideId } from '#shared/foundation/core/ids';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import {
  addStyleGuide,
  deleteStyleGuide,
  saveStyleGuide,
} from '#shared/texts/style-guides/commands/change-style-guides';
import {
  createStyleGuideContract,
  deleteStyleGuideContract,
  getStyleGuideContract,
  listStyleGuidesContract,
  updateStyleGuideContract,
} from '#shared/texts/style-guides/contract';
import { styleIn } from '#shared/texts/style-guides/fields';
import { presentStyleGuide } from '#shared/texts/style-guides/present';
import {
  listedStyleGuide,
  styleGuides as stored,
  styleGuideCatalog,
  styleGuidePage,
} from '#shared/texts/style-guides/store';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: StyleGuideId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** The catalog is read in the same batch as the caller's role. */
async function readCatalog(request: Named): Promise<void> {
  const guide = await find(request);
  if (guide) await listedStyleGuide(request.context.table, guide.state);
}

async function readCatalogNamed({ context: { table }, body }: { context: AppContext; body: BodyReader }) {
  const workspaceId = await workspaceIdNamed(table, body.workspaceId() ?? '');
  if (workspaceId) await styleGuideCatalog.find(table, workspaceId);
}

const list = listEndpoint(listStyleGuidesContract, {
  page: ({ context, workspaceId }, request) => styleGuidePage(context.table, workspaceId, request),
  present: presentStyleGuide,
});

const get = endpoint(getStyleGuideContract, {
  resource: find,
  prefetch: (request) => [readCatalog(request)],
  run: ({ context, resource }) => listedStyleGuide(context.table, resource.state),
  reply: (guide) => ok(presentStyleGuide(guide)),
});

const create = endpoint(createStyleGuideContract, {
  prefetch: (request) => [readCatalogNamed(request)],
  run: ({ context, workspace, body }) =>
    addStyleGuide(context)(
      { workspaceId: workspace.state.id, name: body.name, operation: body.operation, ...styleIn(body) },
      { isDefault: body.organization_default },
    ),
  reply: (found, { context }) => created(presentStyleGuide(found), `${context.baseUrl}/style_guides/${found.guide.id}`),
});

const update = endpoint(updateStyleGuideContract, {
  resource: find,
  prefetch: (request) => [readCatalog(request)],
  run: ({ context, resource, body }) =>
    saveStyleGuide(context)(
      resource.state.id,
      { name: body.name, ...styleIn(body) },
      { isDefault: body.organization_default },
    ),
  reply: (found) => ok(presentStyleGuide(found)),
});

const remove = endpoint(deleteStyleGuideContract, {
  resource: find,
  prefetch: (request) => [readCatalog(request)],
  run: ({ context, resource }) => deleteStyleGuide(context)(resource.state.id),
  reply: (found) => ok(presentStyleGuide(found)),
});

export const styleGuides = (context: AppContext) => apiGroup(context, list, get, create, update, remove);

export const handler = served(styleGuides);
