import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { PageRequest } from '#shared/core/page';
import type { MeetingStore, MemberStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listMeetingsContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';

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
