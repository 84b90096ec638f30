import type { Caller } from '#shared/api/operation';
import { presentMember } from '#shared/api/resources/members';
import { presentValues } from '#shared/api/resources/settings';
import { effectiveFor } from '#shared/commands/settings/effective-for';
import type { Member } from '#shared/domain/members/member';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { SettingsStore } from '#shared/ports/stores';

/** The member as this caller knows members: those who keep the policy on it cost one more round trip. */
export async function presentMemberTo(
  caller: Caller,
  settings: SettingsStore,
  workspace: Workspace,
  member: Member,
): Promise<ReturnType<typeof presentMember>> {
  if (!caller.keeps('member-policy')) return presentMember(member);
  const { values, dropped } = await effectiveFor(settings, workspace, member);
  return presentMember(member, presentValues(values), dropped);
}
