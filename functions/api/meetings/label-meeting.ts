import type { MeetingStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { labelMeeting as labelCommand } from '#shared/meetings/commands/label-meeting';
import { labelMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';

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
