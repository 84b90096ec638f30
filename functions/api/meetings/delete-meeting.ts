import { byFound } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { loadDeletion, deleteMeeting as remove } from '#shared/lifecycle/meetings/commands/delete-meeting';
import { deleteMeetingContract } from '#shared/meetings/meetings/contract';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { meetings } from '#shared/meetings/meetings/store';

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: AppContext;
  readonly now: Instant;
}

const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

/** DELETE /meetings/{id}: the meeting as it was. */
export const deleteMeeting = endpoint(deleteMeetingContract, {
  resource: find,
  early: byFound(find, (table, meeting, { now }) => loadDeletion(table, meeting, now)),
  run: ({ context, workspace, params }) => remove(context)(workspace.state, params.id),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});
