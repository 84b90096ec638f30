import { labelMeetingContract } from '#shared/api/contracts/meetings';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import type { labelMeeting as labelCommand } from '#shared/commands/meetings/label-meeting';
import type { MeetingStore } from '#shared/ports/stores';

interface Needs {
  readonly meetings: MeetingStore;
  readonly places: Places;
  readonly label: ReturnType<typeof labelCommand>;
}

/** PATCH /meetings/{id}: the metadata and nothing else. */
export const labelMeeting = ({ meetings, places, label }: Needs) =>
  operation(labelMeetingContract, {
    ahead: ({ params }) => ({ meeting: meetings.find(params.id) }),
    async run({ ahead, caller, params, body, now }) {
      const { resource, place } = await found(places, caller.userId, ahead.meeting, 'meeting');
      permitted(place, 'administer');
      const meeting = await label(params.id, resource, body.metadata);
      return { status: 200, body: presentMeeting(meeting, { now, withSettings: true }) };
    },
  });
