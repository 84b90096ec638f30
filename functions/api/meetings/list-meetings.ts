import { listMeetingsContract } from '#shared/api/contracts/meetings';
import type { Places } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import { workspaceList } from '#shared/api/workspace-list';
import type { MemberId, WorkspaceId } from '#shared/domain/ids';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { PageRequest } from '#shared/ports/page';
import type { MeetingStore, MemberStore } from '#shared/ports/stores';

interface Needs {
  readonly meetings: MeetingStore;
  readonly members: MemberStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /meetings: latest start first, cancelled ones only when asked for. */
export const listMeetings = (needs: Needs) =>
  workspaceList(listMeetingsContract, needs, {
    page: (workspaceId, query, request, now) => {
      const filter = {
        workspaceId,
        phase: query.phase,
        startsAfter: query.starts_after,
        startsBefore: query.starts_before,
        updatedAfter: query.updated_after,
        memberId: query.member_id,
        source: query.source,
        platform: query.platform,
        participantEmail: query.participant_email,
      };
      const admitted = isOurs(needs, workspaceId, query, request);
      // Awaited only where the list has entries; what fails here is thrown there.
      admitted.catch(() => undefined);
      return needs.meetings.page(filter, now, { ...request, admitted });
    },
    present: (meeting, { now, query }) => presentMeeting(meeting, { now, withSettings: query.include === 'settings' }),
  });

/** The list of a member of another workspace is as empty as that of one whom nobody has, and costs the same. */
async function isOurs(
  { members }: Needs,
  workspace: WorkspaceId,
  { member_id }: { readonly member_id?: MemberId | undefined },
  { admitted }: PageRequest,
): Promise<boolean> {
  const member = member_id && members.find(member_id);
  const [may, found] = await Promise.all([admitted ?? true, member]);
  return may && (member === undefined || found?.state.workspaceId === workspace);
}
