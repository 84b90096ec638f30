import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idParams } from '#shared/foundation/http/fields';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const MemberErasureBody = v.strictObject({
  object: v.literal('member_erasure'),
  member_id: idText('mem'),
  workspace_id: idText('wks'),
  status: v.picklist(['erasing', 'erased']),
  requested_at: dateTime,
});

export const eraseMemberContract = contract({
  method: 'POST',
  path: '/members/{id}/erase',
  group: 'members',
  access: 'administer',
  audits: 'member.erased',
  summary: 'Erase a removed member',
  description:
    'For a member who was removed: their name and address leave the workspace, as those of a person do, and the accounts of their disconnected calendars. Repeat it to see how far it is. 409 while the member is in the workspace.',
  params: idParams('mem'),
  responses: { 200: { description: 'The erasure.', schema: MemberErasureBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
