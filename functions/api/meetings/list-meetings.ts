import type * as v from 'valibot';
import { listMeetingsContract } from '#shared/api/contracts/meetings';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import type { Meeting } from '#shared/domain/meetings/meeting';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { Page } from '#shared/ports/page';
import type { MeetingStore } from '#shared/ports/stores';

interface Needs {
  readonly meetings: MeetingStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /meetings: latest start first, cancelled ones only when asked for. */
export const listMeetings = (needs: Needs) =>
  operation(listMeetingsContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      page: pageOf(needs, input),
    }),
    async run({ ahead, query, asked, now }) {
      permitted(await ahead.place, 'read');
      const view = { now, withSettings: query.include === 'settings' };
      const body = await presentList(await ahead.page, (one) => presentMeeting(one, view), asked, needs.seal);
      return { status: 200, body };
    },
  });

type Query = v.InferOutput<typeof listMeetingsContract.query>;

async function pageOf(
  needs: Needs,
  { query, asked, now }: AheadInput<unknown, Query, unknown>,
): Promise<Page<Meeting>> {
  const [workspaceId, page] = await Promise.all([
    needs.places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, needs.seal),
  ]);
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
  return needs.meetings.page(filter, now, page);
}
