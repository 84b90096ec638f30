import type { KnownMember, SeenPush, SentPush } from '#shared/commands/calendar-events/look-up-push';
import type { MemberId, WorkspaceId } from '#shared/domain/ids';
import type { Member } from '#shared/domain/members/member';
import { metadataAfter } from '#shared/domain/metadata-after';
import { unprocessable } from '#shared/domain/refusal';
import type { Instant } from '#shared/domain/time';

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
