import type { KnownMember, SeenPush, SentPush } from '#shared/calendar-events/commands/look-up-push';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import { metadataAfter } from '#shared/core/metadata-after';
import { unprocessable } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { Member } from '#shared/members/rules/member';

/** Whose calendar the event stands in, and the member made for it when nobody had that email. */
export interface PushedMember {
  readonly known: KnownMember;
  readonly made: Member | undefined;
}

export function memberFor(
  workspaceId: WorkspaceId,
  { member: sent }: SentPush,
  { member: known }: SeenPush,
  fresh: { readonly id: MemberId; readonly now: Instant },
): PushedMember {
  if (known && known.workspaceId === workspaceId) return { known, made: undefined };
  if ('id' in sent)
    throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
  const made: Member = {
    id: fresh.id,
    workspaceId,
    name: sent.name,
    email: sent.email,
    metadata: sent.metadata ? metadataAfter({}, sent.metadata) : {},
    choices: [],
    connections: [],
    createdAt: fresh.now,
    updatedAt: fresh.now,
  };
  return { known: made, made };
}
