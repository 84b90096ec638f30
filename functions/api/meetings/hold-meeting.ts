import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import { holdMeeting as hold, releaseMeeting as release } from '#shared/meetings/meetings/commands/hold-meeting';
import { holdMeetingContract, releaseMeetingContract } from '#shared/meetings/meetings/contract';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { meetings } from '#shared/meetings/meetings/store';

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

/** POST /meetings/{id}/hold: again, it keeps the time of the first. */
export const holdMeeting = endpoint(holdMeetingContract, {
  resource: find,
  run: ({ context, workspace, params }) => hold(context)(workspace.state, params.id),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});

/** DELETE /meetings/{id}/hold: a meeting that is not held stays as it is. */
export const releaseMeeting = endpoint(releaseMeetingContract, {
  resource: find,
  run: ({ context, workspace, params }) => release(context)(workspace.state, params.id),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});
