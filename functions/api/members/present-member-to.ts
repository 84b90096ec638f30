import type { SettingsStore } from '#shared/events/ports/stores';
import type { Caller } from '#shared/http/endpoint';
import { presentMember } from '#shared/members/present';
import type { Member } from '#shared/members/rules/member';
import { effectiveSettings } from '#shared/settings/commands/effective-settings';
import { presentValues } from '#shared/settings/present';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** The member as this caller knows members: those who keep the policy on it cost one more round trip. */
export async function presentMemberTo(
  caller: Caller,
  settings: SettingsStore,
  workspace: Workspace,
  member: Member,
): Promise<ReturnType<typeof presentMember>> {
  if (!caller.keeps('member-policy')) return presentMember(member);
  const { values, dropped } = await effectiveSettings(settings, workspace, member);
  return presentMember(member, presentValues(values), dropped);
}
