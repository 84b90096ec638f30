import * as v from 'valibot';
import type { Member } from '#shared/accounts/members/rules/member';
import type { JsonObject } from '#shared/foundation/core/json';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';

export const MemberBody = v.strictObject({
  id: idText('mem'),
  object: v.literal('member'),
  workspace_id: idText('wks'),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  calendar_connections: v.array(
    v.strictObject({
      id: idText('cal'),
      provider: v.picklist(['google', 'microsoft']),
      status: v.picklist(['active', 'error', 'disconnected']),
    }),
  ),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

/** `policy` and what was dropped from it are for callers of older versions alone: the chain moves it into place or strips it. */
export const presentMember = (member: Member, policy?: JsonObject, dropped: JsonObject = {}) => ({
  id: member.id,
  object: 'member',
  workspace_id: member.workspaceId,
  name: member.name,
  email: member.email,
  calendar_connections: member.connections.map(({ id, provider, status }) => ({ id, provider, status })),
  metadata: member.metadata,
  created_at: isoOf(member.createdAt),
  updated_at: isoOf(member.updatedAt),
  ...(policy && { legacy: { policy, dropped } }),
});
