import { accessTo } from '#shared/accounts/workspaces/access';
import { apiGroup } from '#shared/api/http/api-group';
import { byBodyId } from '#shared/api/http/early';
import { created, endpointWith, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { type ConversationId, idOf } from '#shared/foundation/core/ids';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { conversations } from '#shared/texts/conversations/store';
import { withLimitedLinks } from '#shared/texts/downloads/limited-links';
import { addExport, findConversations, unknownConversation } from '#shared/texts/exports/commands/add-export';
import { createExportContract, getExportContract, textOptionsIn } from '#shared/texts/exports/contract';
import { linkToExport } from '#shared/texts/exports/export-link';
import { presentExport } from '#shared/texts/exports/present';
import { EXTENSIONS, type ExportedFormat, MOST_CONVERSATIONS } from '#shared/texts/exports/rules/export';
import { stemAsked } from '#shared/texts/exports/rules/file-name';
import { exportEntity } from '#shared/texts/exports/store';
import { styleGuides } from '#shared/texts/style-guides/store';
import { served } from '#shared/wiring/served';

interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

const endpoint = endpointWith<WithFiles>();

/** The ids that a body names, and the field that has them. */
function namedIn(body: BodyReader): { readonly field: string; readonly ids: readonly ConversationId[] } {
  const field = body.value('conversation_ids') === undefined ? 'transcription_ids' : 'conversation_ids';
  return { field, ids: body.texts(field, MOST_CONVERSATIONS).flatMap((text) => idOf('con', text) ?? []) };
}

const create = endpoint(createExportContract, {
  early: (request) => [
    findConversations(request.context.table, namedIn(request.body).ids),
    byBodyId(request, 'style_guide_id', styleGuides),
  ],
  /** The workspace of the first conversation: all others must be in it. */
  async workspace({ context, userId, body }) {
    const { field, ids } = namedIn(body);
    const first = ids[0] && (await conversations.find(context.table, ids[0]));
    const access = await accessTo(context.table, userId, first?.state.workspaceId);
    if (access) return access;
    throw unknownConversation(field);
  },
  run({ context, workspace, body }) {
    const field = body.conversation_ids ? 'conversation_ids' : 'transcription_ids';
    const conversationIds = [...new Set(body[field] ?? [])];
    return addExport(context)({
      field,
      workspaceId: workspace.state.id,
      conversationIds,
      format: body.format,
      options: textOptionsIn(body),
      styleGuideId: body.style_guide_id,
      fileStem: body.file_name === null ? null : stemAsked(body.file_name, extensionOf(body.format, conversationIds)),
    });
  },
  reply: (one, { context, now }) => created(presentExport(one, now, null), `${context.baseUrl}/exports/${one.id}`),
});

const extensionOf = (format: ExportedFormat, ids: readonly unknown[]): string =>
  ids.length > 1 ? 'zip' : EXTENSIONS[format];

const get = endpoint(getExportContract, {
  resource: ({ context, params }) => exportEntity.find(context.table, params.id),
  run: async ({ resource }) => resource.state,
  reply: async (one, { context, now }) => ok(presentExport(one, now, await linkToExport(context.files, one, now))),
});

export const exportsGroup = (context: WithFiles) => apiGroup(withLimitedLinks(context), create, get);

export const handler = served((context) =>
  exportsGroup({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
