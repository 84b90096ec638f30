import * as v from 'valibot';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { mayAct, type Role } from '#shared/foundation/core/roles';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';

export const WorkspaceBody = v.strictObject({
  id: idText('wks'),
  object: v.literal('workspace'),
  name: v.string(),
  owner_email: v.string(),
  members_count: v.pipe(v.number(), v.integer()),
  is_human_transcription_allowed: v.boolean(),
  is_human_translation_allowed: v.boolean(),
  email_domains: v.array(v.string()),
  idp_company_names: v.array(v.string()),
  role: v.picklist(['owner', 'admin', 'member', 'guest']),
  /** Only for owners and admins. */
  metadata: v.optional(metadataMap),
  created_at: dateTime,
  updated_at: dateTime,
  /** Only in the answer to the archive: an archived workspace is not shown again. */
  archived_at: v.optional(dateTime),
});

export const presentWorkspace = (workspace: Workspace, role: Role, membersCount: number) => ({
  id: workspace.id,
  object: 'workspace',
  name: workspace.name,
  owner_email: workspace.ownerEmail,
  members_count: membersCount,
  is_human_transcription_allowed: workspace.humanTranscription ?? false,
  is_human_translation_allowed: workspace.humanTranslation ?? false,
  email_domains: workspace.emailDomains,
  idp_company_names: [],
  role,
  ...(mayAct(role, 'administer') && { metadata: workspace.metadata }),
  created_at: isoOf(workspace.createdAt),
  updated_at: isoOf(workspace.updatedAt),
  ...(workspace.archivedAt !== null && { archived_at: isoOf(workspace.archivedAt) }),
});
