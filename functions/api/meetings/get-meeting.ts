import type { MeetingStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';

interface Needs {
  readonly meetings: MeetingStore;
  readonly places: Places;
}

/** GET /meetings/{id} */
export const getMeeting = ({ meetings, places }: Needs) =>
  operation(getMeetingContract, {
    ahead: ({ params }) => ({ meeting: meetings.find(params.id) }),
    async run({ ahead, caller, now }) {
      const { resource } = await found(places, caller.userId, ahead.meeting, 'meeting');
      return { status: 200, body: presentMeeting(resource.state, { now, withSettings: true }) };
    },
  });
