import { listMembersContract } from '#shared/api/contracts/members';
import type { Places } from '#shared/api/places';
import { workspaceList } from '#shared/api/workspace-list';
import type { WorkspaceId } from '#shared/domain/ids';
import type { Member } from '#shared/domain/members/member';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { Page } from '#shared/ports/page';
import type { MemberStore, SettingsStore } from '#shared/ports/stores';
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
