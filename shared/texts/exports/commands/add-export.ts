import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConversationId, StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict, notFound, unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { sharedUses } from '#shared/foundation/core/uses';
import { type ConversationWithMeeting, lengthOf, whyWithoutText } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { requestedStyle } from '#shared/texts/exports/commands/export-style';
import { inForm, RECORDING_TYPES, recordingsOf } from '#shared/texts/exports/commands/recording-file';
import {
  createExport,
  type Export,
  MOST_AUDIO_SECONDS,
  type NewExport,
  RECORDING_FORMATS,
  type RecordingFormat,
} from '#shared/texts/exports/rules/export';
import { hasText } from '#shared/texts/exports/rules/exported-conversations';
import { exportEntity } from '#shared/texts/exports/store';
import { refuseMoreWaiting } from '#shared/texts/exports/waiting-exports-store';

interface Asked extends Omit<NewExport, 'style'> {
  readonly styleGuideId: StyleGuideId | null | undefined;
  /** The field that names the conversations, for refusals. */
  readonly field: string;
}

/** The refusal for ids that lead to no conversation of the workspace, or to none that the caller may read. */
export const unknownConversation = (field: string) =>
  unprocessable(field, 'invalid', `${field} must be ids of conversations of one workspace that this key can access.`);

/** Makes an export, which the worker writes in the background. */
export const addExport = command(async (context, { field, styleGuideId, ...asked }: Asked): Promise<Export> => {
  const found = await findConversations(context.table, asked.conversationIds);
  requireExportable(found, asked.workspaceId, field);
  const { format } = asked;
  const at = context.clock.now();
  if (format === 'pdf') await refuseMoreWaiting(context.table, asked.workspaceId, at);
  if (isRecordingFormat(format)) await requireRecording(context, found, format);
  const [style, workspace] = await Promise.all([
    requestedStyle(context.table, { ...asked, styleGuideId }),
    workspaces.find(context.table, asked.workspaceId),
  ]);
  if (!workspace) throw notFound(workspaces.noun);
  const founded = { workspaceId: asked.workspaceId, founderId: founderOf(workspace.state) };
  const one = createExport({ ...asked, style }, context.ids.make('exp'), at);
  await context.changes.save({
    at,
    writes: [exportEntity.put(undefined, one)],
    jobs: [{ type: 'job.export', content: { workspaceId: one.workspaceId, exportId: one.id } }],
    limits: sharedUses(context.useOf, 'exports', founded, at),
    result: one,
  });
  return one;
});

type Found = readonly (ConversationWithMeeting | undefined)[];

/** Conversations with their meetings, undefined for each that does not exist: two round trips, however many there are. */
export const findConversations = (table: Table, ids: readonly ConversationId[]): Promise<Found> =>
  Promise.all(
    ids.map(async (id) => {
      const row = await conversations.find(table, id);
      return row && withMeeting(table, row.state);
    }),
  );

function requireExportable(
  found: Found,
  workspaceId: WorkspaceId,
  field: string,
): asserts found is readonly ConversationWithMeeting[] {
  for (const one of found) if (one?.conversation.workspaceId !== workspaceId) throw unknownConversation(field);
  const known = found.flatMap((one) => one ?? []);
  const unfinished = known.find((one) => !hasText(one));
  if (unfinished) throw conflict(whyWithoutText(unfinished.conversation));
  const seconds = known.reduce((sum, one) => sum + (lengthOf(one) ?? 0), 0);
  if (seconds > MOST_AUDIO_SECONDS)
    throw unprocessable(field, 'too_long', `${field} hold more than ${MOST_AUDIO_SECONDS / 3600} hours of audio.`);
}

const isRecordingFormat = (format: string): format is RecordingFormat =>
  RECORDING_FORMATS.some((one) => one === format);

async function requireRecording(
  { table }: Pick<CommandContext, 'table'>,
  found: readonly ConversationWithMeeting[],
  format: RecordingFormat,
): Promise<void> {
  const [only, ...others] = found;
  if (!only || others.length > 0) throw unprocessable('format', 'invalid', `format ${format} takes one conversation.`);
  const recordings = await recordingsOf(table, only);
  if (inForm(recordings, format)) return;
  const types = recordings.map(({ contentType }) => contentType).join(' and ');
  throw unprocessable(
    'format',
    'invalid',
    `format ${format} takes a conversation with a recording of the type ${RECORDING_TYPES[format]}; this one has ${types === '' ? 'no recording of its own' : types}.`,
  );
}
