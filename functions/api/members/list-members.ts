import type { WorkspaceId } from '#shared/core/ids';
import type { Page } from '#shared/core/page';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listMembersContract } from '#shared/members/contract';
import type { Member } from '#shared/members/rules/member';
import { presentMemberTo } from './present-member-to.ts';

interface Needs {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /members: newest first, or the one who has an email. */
export const listMembers = (needs: Needs) =>
  workspaceList(listMembersContract, needs, {
    page: (workspaceId, { email }, request) =>
      email === undefined ? needs.members.page(workspaceId, request) : oneWith(needs.members, workspaceId, email),
    present: (member, { caller, place }) => presentMemberTo(caller, needs.settings, place.workspace.state, member),
  });

async function oneWith(members: MemberStore, workspaceId: WorkspaceId, email: string): Promise<Page<Member>> {
  const byEmail = await members.byEmail(workspaceId, email);
  const member = byEmail && (await members.find(byEmail.memberId));
  return { items: member ? [member.state] : [], next: undefined };
}
