import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { Caller } from '#shared/api/http/endpoint';
import { perRequest } from '#shared/api/http/per-request';
import type { AppContext } from '#shared/api/http/ports';
import { Refusal } from '#shared/foundation/core/refusal';
import type { OrderOptions } from '#shared/texts/orders/fields';
import type { NewWebhook } from '#shared/texts/orders/rules/create-order';
import type { Order } from '#shared/texts/orders/rules/order';
import type { UrlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { newSecret } from '#shared/webhooks/signing/signature';

interface Ordered {
  readonly context: AppContext & { readonly validateUrl: UrlValidator };
  readonly caller: Pick<Caller, 'version'>;
  readonly workspace: WorkspaceAccess['workspace'];
}

interface Secret {
  readonly context: AppContext;
}

/** The secret that this request generates: `run` seals it, and `reply` shows it for the only time. */
const generatedSecret = perRequest(async ({ context }: Secret) => newSecret(context.randomBytes(32)));

/**
 * The webhook of the order that this request makes, at the version of the request; undefined without a `webhook_url`. The
 * URL is validated by its form, as that of an endpoint is (422): addresses are validated when a connection is opened.
 */
export async function webhookOfOrder(
  request: Ordered,
  url: OrderOptions['webhook_url'],
): Promise<NewWebhook | undefined> {
  if (url === undefined || url === null) return undefined;
  const { context, caller, workspace } = request;
  const validation = context.validateUrl(url, 'webhook_url');
  if ('fault' in validation) throw new Refusal('unprocessable', [validation.fault]);
  const orderId = context.ids.make('ord');
  const owner = { workspace: workspace.state.id, resource: orderId };
  const sealedSecret = await context.sealer.seal(await generatedSecret(request), owner);
  return { orderId, url: validation.accepted, sealedSecret, pin: caller.version };
}

/** The secret of an order that this request has made; undefined without a webhook. */
export const secretOfOrder = async (request: Secret, { webhook }: Order) => webhook && generatedSecret(request);
