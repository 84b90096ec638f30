import type * as v from 'valibot';
import { apiGroup } from '#shared/api/http/api-group';
import { byWorkspace } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { CalendarEventId } from '#shared/foundation/core/ids';
import { missing } from '#shared/foundation/core/refusal';
import {
  cancelCalendarEvent,
  loadEventWithMeeting,
} from '#shared/meetings/calendar-events/commands/cancel-calendar-event';
import { loadPushTargets } from '#shared/meetings/calendar-events/commands/load-push';
import { pushCalendarEvent } from '#shared/meetings/calendar-events/commands/push-calendar-event';
import {
  deleteCalendarEventContract,
  getCalendarEventContract,
  pushCalendarEventContract,
} from '#shared/meetings/calendar-events/contract';
import { namedByPush } from '#shared/meetings/calendar-events/named-in-body';
import { presentCalendarEvent } from '#shared/meetings/calendar-events/present';
import { refuseBeyondPushLimit } from '#shared/meetings/calendar-events/refuse-beyond-push-limit';
import type { SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { calendarEvents as events } from '#shared/meetings/calendar-events/store';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: CalendarEventId };
  readonly context: AppContext;
}

const find = ({ params, context }: Named) => events.find(context.table, params.id);

const push = endpoint(pushCalendarEventContract, {
  early({ context, body }) {
    const sent = namedByPush(body);
    if (!sent) return [];
    return [
      byWorkspace(context.table, body.workspaceId(), (_table, id) => refuseBeyondPushLimit(context, id)),
      byWorkspace(context.table, body.workspaceId(), (table, id) => loadPushTargets(table, id, sent)),
    ];
  },
  async run({ context, workspace, body }) {
    await refuseBeyondPushLimit(context, workspace.state.id);
    return pushCalendarEvent(context)(workspace.state, sentFrom(body));
  },
  reply: ({ event, isNew }) => ({ status: isNew ? 201 : 200, body: presentCalendarEvent(event) }),
});

const get = endpoint(getCalendarEventContract, {
  resource: find,
  run: async ({ resource }) => resource.state,
  reply: (event) => ok(presentCalendarEvent(event)),
});

const cancel = endpoint(deleteCalendarEventContract, {
  resource: find,
  early: ({ params, context }) => [loadEventWithMeeting(context.table, params.id)],
  run: ({ context, workspace, resource }) => cancelCalendarEvent(context)(workspace.state, resource.state.id),
  reply: (event) => ok(presentCalendarEvent(event)),
});

export const calendarEvents = (context: AppContext) => apiGroup(context, push, get, cancel);

export const handler = served(calendarEvents);

type Body = v.InferOutput<typeof pushCalendarEventContract.body>;

const sentFrom = (body: Body): SentPush => ({
  member: memberIn(body),
  icalUid: body.ical_uid,
  recurring: body.recurring,
  originalStartsAt: body.original_starts_at,
  cancelled: body.cancelled,
  content: {
    title: body.title,
    startsAt: body.starts_at,
    endsAt: body.ends_at,
    meetingUrl: body.meeting_url,
    organizer: body.organizer,
    attendees: body.attendees,
  },
  metadata: body.metadata,
});

function memberIn({ member_id, member_data }: Body): SentPush['member'] {
  if (member_data) return { name: member_data.name, email: member_data.email, metadata: member_data.metadata };
  if (member_id === undefined) throw missing(['member_id']);
  return { id: member_id };
}
