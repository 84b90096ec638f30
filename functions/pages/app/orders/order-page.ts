import { html } from 'hono/html';
import { notice } from '#shared/api/page-kit/components';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type FolderId, idOf, type OrderId } from '#shared/foundation/core/ids';
import { folders } from '#shared/texts/folders/store';
import type { Order } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole, resolveResource } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { orderView } from './order-view.ts';

const loadOrder = (app: AppDependencies, c: PageContext) => {
  const id = idOf('ord', c.req.param('order'));
  return resolveResource(app, c, orders.noun, Promise.resolve(id && orders.find(app.table, id)));
};

/** GET /app/orders/{order}: its state, and that of each text. */
export const orderPage: AppPage = (app, c) => renderOrder(app, c);

/** POST /app/orders/{order}/confirm: like `POST /orders/{id}/confirm`. */
export const confirmOrder: AppPage = (app, c) => change(app, c, { by: app.confirmOrder });

/** POST /app/orders/{order}/cancel: like `POST /orders/{id}/cancel`. */
export const cancelOrder: AppPage = (app, c) => change(app, c, { by: app.cancelOrder });

/** POST /app/orders/{order}/fulfill: like `POST /orders/{id}/fulfill`, for admins and owners. */
export const fulfillOrder: AppPage = (app, c) =>
  change(app, c, { by: app.fulfillOrder, reason: 'Only owners and admins can fulfill orders' });

interface Change {
  readonly by: (id: OrderId) => Promise<Order>;
  /** Why members may not do it; undefined where they may. */
  readonly reason?: string;
}

/** Changes the order. A refusal is shown on the order as it is now. */
async function change(app: AppDependencies, c: PageContext, { by, reason }: Change) {
  const { resource, access } = await loadOrder(app, c);
  requireRole(access, 'participate');
  if (reason !== undefined) requireRole(access, 'administer', reason);
  try {
    await by(resource.state.id);
    return c.redirect(`/app/orders/${resource.state.id}`, 303);
  } catch (thrown) {
    return renderOrder(app, c, formErrors(thrown, {}));
  }
}

async function renderOrder(app: AppDependencies, c: PageContext, errors?: FormErrors) {
  const { resource, access } = await loadOrder(app, c);
  const order = resource.state;
  const folder = await folderName(app, order.folderId);
  return renderWorkspacePage(c, access, 'orders', {
    title: `Order: ${order.name}`,
    status: errors?.status ?? 200,
    connectSrc: ["'self'"],
    breadcrumbs: [[pathOf(access, 'orders'), 'Orders']],
    main: html`${errors?.messages.map((message) => notice('problem', message))}
${orderView(c, { order, role: access.role, folder })}`,
  });
}

const folderName = async ({ table }: AppDependencies, id: FolderId | null): Promise<string> =>
  (id && (await folders.find(table, id))?.state.name) || 'None';
