import type * as v from 'valibot';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { created, endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { metadataAfter } from '#shared/foundation/core/metadata';
import type { Contract } from '#shared/foundation/http/contract';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import { addMediaOrder, type MediaOrderContext } from '#shared/texts/orders/commands/order-media';
import { deprecatedOrderMediaContract } from '#shared/texts/orders/deprecated-paths/media-contract';
import { subtitleContract, transcribeContract } from '#shared/texts/orders/media-contract';
import { presentOrder } from '#shared/texts/orders/present';
import { requireHumanTranscription } from '#shared/texts/orders/rules/create-media-order';
import { languagesOf } from '#shared/texts/orders/rules/create-order';
import { unfinishedOrders } from '#shared/texts/orders/unfinished-orders-store';
import { uploadIdIn } from '#shared/texts/uploads/rules/upload';
import { uploads } from '#shared/texts/uploads/store';
import type { UrlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { readFolder, readTextRules } from './named-resources.ts';
import { secretOfOrder, webhookOfOrder } from './order-webhook.ts';

/** What this group has beside the context of every endpoint. */
export type OrdersContext = AppContext & MediaOrderContext & { readonly validateUrl: UrlValidator };

const orderEndpoint = endpointWith<OrdersContext>();

interface Sent {
  readonly context: OrdersContext;
  readonly body: BodyReader;
}

/** The upload is read in the same batch as the caller's role. */
async function readUpload({ context, body }: Sent): Promise<void> {
  const id = uploadIdIn(body.value('url'));
  if (id) await uploads.find(context.table, id);
}

/** What the limits of the workspace are compared with, likewise. */
async function readCounts({ context: { table }, body }: Sent): Promise<void> {
  const workspaceId = await body.id('wks', 'workspace_id');
  if (workspaceId) await Promise.all([storedBytes(table, workspaceId), unfinishedOrders(table, workspaceId)]);
}

/** Without what is left out. */
const given = ({ count, channels, tracks }: MediaFields['speakers']): SpeakerHints => ({
  ...(count !== undefined && { count }),
  ...(channels !== undefined && { channels }),
  ...(tracks !== undefined && { tracks }),
});

/** The deprecated path alone has `is_subtitle`. */
type MediaFields = v.InferOutput<typeof transcribeContract.body> & { readonly is_subtitle?: boolean };
type MediaContract = Contract<v.GenericSchema, v.GenericSchema, v.GenericSchema<unknown, MediaFields>>;

/** What the paths share that order texts of media files: they differ in what is made. */
const orderOf = (contract: MediaContract, kindOf: (asked: MediaFields) => 'transcription' | 'subtitles') =>
  orderEndpoint(contract, {
    early: (request) => [
      readUpload(request),
      readCounts(request),
      readFolder(request.context, request.body),
      readTextRules(request.context, request.body, request.body.id('wks', 'workspace_id')),
    ],
    run: async (request) => {
      const { context, workspace, body } = request;
      requireHumanTranscription(workspace.state, body.service);
      const [language = null] = body.language === 'auto' ? [] : languagesOf([body.language]);
      return addMediaOrder(context)({
        ...{ workspaceId: workspace.state.id, kind: kindOf(body), url: body.url, language, name: body.name },
        ...{ service: body.service, isConfirmed: body.confirm, folderId: body.folder_id, tags: body.tags },
        glossaryIds: body.glossary_ids === null ? [] : body.glossary_ids,
        styleGuideId: body.style_guide_id,
        metadata: body.metadata ? metadataAfter({}, body.metadata) : {},
        speakers: given(body.speakers),
        webhook: await webhookOfOrder(request, body.webhook_url),
      });
    },
    reply: async ({ order }, request) =>
      created(
        presentOrder(order, await secretOfOrder(request, order)),
        `${request.context.baseUrl}/orders/${order.id}`,
      ),
  });

export const transcribe = orderOf(transcribeContract, () => 'transcription');
export const subtitle = orderOf(subtitleContract, () => 'subtitles');
export const orderMediaDeprecated = orderOf(deprecatedOrderMediaContract, (body) =>
  body.is_subtitle ? 'subtitles' : 'transcription',
);
