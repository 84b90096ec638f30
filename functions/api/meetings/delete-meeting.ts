import type { MeetingId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import { endpoint, ok } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { loadDeletion, deleteMeeting as remove } from '#shared/meetings/commands/delete-meeting';
import { deleteMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';
import { meetings } from '#shared/meetings/store';

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: AppContext;
  readonly now: Instant;
}

const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

async function readDeletion(request: Named): Promise<void> {
  const meeting = await find(request);
  if (meeting) await loadDeletion(request.context.table, meeting.state, request.now);
}

/** DELETE /meetings/{id}: the meeting as it was. */
export const deleteMeeting = endpoint(deleteMeetingContract, {
  resource: find,
  prefetch: (request) => [readDeletion(request)],
  run: ({ context, workspace, params }) => remove(context)(workspace.state, params.id),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});
