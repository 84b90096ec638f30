import { getMeetingContract } from '#shared/api/contracts/meetings';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import type { MeetingStore } from '#shared/ports/stores';

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
