import { presentMember } from '#shared/accounts/members/present';
import type { Member } from '#shared/accounts/members/rules/member';
import type { Request } from '#shared/api/http/endpoint';
import { loadPolicy } from '#shared/meetings/settings/commands/load-layers';
import { presentValues } from '#shared/meetings/settings/present';

type Presenting = Pick<Request<unknown, unknown, unknown, never>, 'caller' | 'context' | 'workspace'>;

/** The member in the shape of the caller's version: versions with the policy on it cost one more round trip. */
export async function presentMemberTo(
  { caller, context, workspace }: Presenting,
  member: Member,
): Promise<ReturnType<typeof presentMember>> {
  if (!caller.keeps('member-policy')) return presentMember(member);
  const { values, dropped } = await loadPolicy(context.table, { workspace: workspace.state, member });
  return presentMember(member, presentValues(values), dropped);
}
