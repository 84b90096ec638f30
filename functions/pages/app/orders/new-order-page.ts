import { html } from 'hono/html';
import type * as v from 'valibot';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { notice } from '#shared/api/page-kit/components';
import { formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf, type UploadId, type WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { readFields } from '#shared/foundation/http/request/read-input';
import { subtitleContract, transcribeContract } from '#shared/texts/orders/media-contract';
import { languagesOf } from '#shared/texts/orders/rules/create-order';
import type { Order } from '#shared/texts/orders/rules/order';
import { type MediaUpload, uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import { findUpload, uploads as stored } from '#shared/texts/uploads/store';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import {
  bodyOf,
  EMPTY,
  FIELDS_WITH_ERRORS,
  NEW_ORDER_LABELS,
  type NewOrder,
  newOrderForm,
  newOrderIn,
} from './new-order-form.ts';
import { loadChoices } from './order-choices.ts';

interface Loaded {
  readonly workspaceId: WorkspaceId;
  readonly access: WorkspaceAccess;
  readonly uploads: readonly MediaUpload[];
}

/** As many orders as a workspace may make in an hour. */
const MOST_UPLOADS = 100;

/** The uploads with these ids, for a user whose role may order of them; 404 where one is not there, or not completed. */
async function load(app: AppDependencies, c: PageContext, texts: readonly string[]): Promise<Loaded> {
  const { workspaceId, access } = resolveWorkspace(app, c);
  const ids = [...new Set(texts)].map((text) => idOf('upl', text));
  if (ids.length === 0 || ids.length > MOST_UPLOADS) throw notFound(stored.noun);
  const find = async (id: UploadId | undefined) =>
    id && (await findUpload(app.table, id, c.var.kit.clock.now()))?.state;
  const [resolved, found] = await Promise.all([access, Promise.all(ids.map(find))]);
  const uploads = found.flatMap((one) => (one?.workspaceId === workspaceId && one.status !== 'parts' ? [one] : []));
  if (uploads.length < ids.length) throw notFound(stored.noun);
  return { workspaceId, access: requireRole(resolved, 'participate'), uploads };
}

/** GET …/orders/new?upload=…: what to make of uploads. */
export const newOrderPage: AppPage = async (app, c) =>
  render(app, c, await load(app, c, c.req.queries('upload') ?? []), EMPTY);

/** POST …/orders: an order for each upload, like `POST /transcribe` or `POST /subtitle`. */
export const createOrders: AppPage = async (app, c) => {
  const loaded = await load(app, c, formField(c, 'uploads').split(','));
  const asked = newOrderIn(c);
  const made: Order[] = [];
  try {
    for (const upload of loaded.uploads) made.push(await order(app, upload, asked));
  } catch (thrown) {
    const left = { ...loaded, uploads: loaded.uploads.slice(made.length) };
    return render(app, c, left, asked, { errors: formErrors(thrown, NEW_ORDER_LABELS), made: made.length });
  }
  const [only] = made.length === 1 ? (made[0]?.operations ?? []) : [];
  const page = only ? `/app/conversations/${only.conversationId}` : pathOf(loaded.access, 'orders');
  return c.redirect(page, 303);
};

/** Validated by the API's contract. */
async function order(app: AppDependencies, upload: MediaUpload, asked: NewOrder): Promise<Order> {
  const { workspaceId } = upload;
  const { kind } = asked;
  const contract = kind === 'subtitles' ? subtitleContract : transcribeContract;
  const url = await app.uploadStorage.urlOf(uploadKeyOf(upload));
  const sent = { workspace_id: workspaceId, url, ...bodyOf(asked) };
  const body = readFields(contract, sent, false) as v.InferOutput<typeof contract.body>;
  const [language = null] = body.language === 'auto' ? [] : languagesOf([body.language]);
  const made = await app.addMediaOrder({
    ...{ workspaceId, kind, url, language, name: body.name, service: body.service, isConfirmed: body.confirm },
    ...{ folderId: body.folder_id, tags: body.tags, metadata: {}, speakers: {} },
    glossaryIds: body.glossary_ids ?? undefined,
    styleGuideId: body.style_guide_id,
    webhook: undefined,
  });
  return made.order;
}

interface Refused {
  readonly errors: FormErrors;
  /** Orders that were made before. */
  readonly made: number;
}

async function render(app: AppDependencies, c: PageContext, loaded: Loaded, asked: NewOrder, refused?: Refused) {
  const { workspaceId, access, uploads } = loaded;
  const choices = await loadChoices(app.table, workspaceId);
  const made = refused?.made ?? 0;
  const { messages = [], byField = {} } = refused?.errors ?? {};
  const atFields = FIELDS_WITH_ERRORS.map((name) => byField[name]);
  return renderWorkspacePage(c, access, 'conversations', {
    title: uploads.length === 1 ? 'Order a text of the file' : `Order texts of ${uploads.length} files`,
    status: refused?.errors.status ?? 200,
    breadcrumbs: [
      [pathOf(access, 'conversations'), 'Conversations'],
      [`/app/workspaces/${workspaceId}/uploads`, 'Upload files'],
    ],
    main: html`${made > 0 ? notice('done', html`${made} of the files are <a href="${pathOf(access, 'orders')}">ordered</a>. These are left.`) : ''}
${messages.filter((message) => !atFields.includes(message)).map((message) => notice('problem', message))}
<ul>${uploads.map(({ filename }) => html`<li>${filename}</li>`)}</ul>
${newOrderForm(
  c,
  {
    action: `/app/workspaces/${workspaceId}/orders`,
    uploads: uploads.map(({ id }) => id).join(','),
    isSingle: uploads.length === 1,
    errors: byField,
    ...choices,
  },
  asked,
)}`,
  });
}
