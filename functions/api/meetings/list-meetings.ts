import { members } from '#shared/accounts/members/store';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { listMeetingsContract, type MeetingsQuery } from '#shared/meetings/meetings/contract';
import { meetingPage } from '#shared/meetings/meetings/lists-store';
import { presentMeeting } from '#shared/meetings/meetings/present';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** GET /meetings: latest start first, cancelled ones only when asked for. */
export const listMeetings = listEndpoint(listMeetingsContract, {
  page: pageOfMeetings,
  present: (meeting, { now, query }) => presentMeeting(meeting, { now, withSettings: query.include === 'settings' }),
});

/** The list of a member of another workspace is empty. */
async function pageOfMeetings(
  { context: { table }, workspaceId, query, now }: ListRequest<MeetingsQuery>,
  request: PageRequest,
): Promise<Page<Meeting>> {
  const [isOurs, page] = await Promise.all([
    query.member_id === undefined || isMemberOf(table, query.member_id, workspaceId),
    meetingPage(table, filterFrom(query, workspaceId), now, request),
  ]);
  return isOurs ? page : { items: [], next: undefined };
}

const isMemberOf = async (table: Table, member: MemberId, workspaceId: WorkspaceId): Promise<boolean> =>
  (await members.find(table, member))?.state.workspaceId === workspaceId;

const filterFrom = (query: MeetingsQuery, workspaceId: WorkspaceId) => ({
  workspaceId,
  phase: query.phase,
  startsAfter: query.starts_after,
  startsBefore: query.starts_before,
  updatedAfter: query.updated_after,
  memberId: query.member_id,
  source: query.source,
  platform: query.platform,
  participantEmail: query.participant_email,
});
