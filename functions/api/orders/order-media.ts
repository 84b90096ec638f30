import type * as v from 'valibot';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { byBodyId, byWorkspace } from '#shared/api/http/early';
import { created, endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { metadataAfter } from '#shared/foundation/core/metadata';
import type { Contract } from '#shared/foundation/http/contract';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import { folders } from '#shared/texts/folders/store';
import { addMediaOrder, type MediaOrderContext } from '#shared/texts/orders/commands/order-media';
import { deprecatedOrderMediaContract } from '#shared/texts/orders/deprecated-paths/media-contract';
import { subtitleContract, transcribeContract } from '#shared/texts/orders/media-contract';
import { presentOrder } from '#shared/texts/orders/present';
import { requireHumanTranscription } from '#shared/texts/orders/rules/create-media-order';
import { languagesOf } from '#shared/texts/orders/rules/create-order';
import { unfinishedOrders } from '#shared/texts/orders/unfinished-orders-store';
import { uploadIdIn } from '#shared/texts/uploads/rules/upload';
import { findUpload } from '#shared/texts/uploads/store';
import type { UrlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { loadTextRules } from './named-resources.ts';
import { secretOfOrder, webhookOfOrder } from './order-webhook.ts';

/** What this group has beside the context of every endpoint. */
export type OrdersContext = AppContext & MediaOrderContext & { readonly validateUrl: UrlValidator };

const orderEndpoint = endpointWith<OrdersContext>();

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
    early(request) {
      const { context, body, now } = request;
      const { table } = context;
      const named = body.workspaceId();
      const upload = uploadIdIn(body.value('url'));
      return [
        upload && findUpload(table, upload, now),
        byWorkspace(table, named, storedBytes),
        byWorkspace(table, named, unfinishedOrders),
        byBodyId(request, 'folder_id', folders),
        ...loadTextRules(request, () => workspaceIdNamed(table, named ?? '')),
      ];
    },
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
