import type * as v from 'valibot';
import { listMembersContract } from '#shared/api/contracts/members';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
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
  operation(listMembersContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      page: pageOf(needs, input),
    }),
    async run({ ahead, caller, asked }) {
      const { workspace } = permitted(await ahead.place, 'read');
      const page = await ahead.page;
      const items = await Promise.all(
        page.items.map((member) => presentMemberTo(caller, needs.settings, workspace.state, member)),
      );
      const body = await presentList({ ...page, items }, (member) => member, asked, needs.seal);
      return { status: 200, body };
    },
  });

type Query = v.InferOutput<typeof listMembersContract.query>;

async function pageOf(
  { members, places, seal }: Needs,
  { query, asked }: AheadInput<unknown, Query, unknown>,
): Promise<Page<Member>> {
  const [workspaceId, page] = await Promise.all([
    places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, seal),
  ]);
  return query.email === undefined ? members.page(workspaceId, page) : oneWith(members, workspaceId, query.email);
}

async function oneWith(members: MemberStore, workspaceId: WorkspaceId, email: string): Promise<Page<Member>> {
  const byEmail = await members.byEmail(workspaceId, email);
  const member = byEmail && (await members.find(byEmail.memberId));
  return { items: member ? [member.state] : [], next: undefined };
}
