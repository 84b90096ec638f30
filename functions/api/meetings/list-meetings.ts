import { listMeetingsContract } from '#shared/api/contracts/meetings';
import type { Places } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { MeetingStore } from '#shared/ports/stores';

interface Needs {
  readonly meetings: MeetingStore;
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
      return needs.meetings.page(filter, now, request);
    },
    present: (meeting, { now, query }) => presentMeeting(meeting, { now, withSettings: query.include === 'settings' }),
  });
