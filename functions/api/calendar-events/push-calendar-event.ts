import type * as v from 'valibot';
import {
  type LookUpNeeds,
  lookUpPush,
  type SeenPush,
  type SentPush,
} from '#shared/calendar-events/commands/look-up-push';
import type { Pushed, pushCalendarEvent as pushCommand } from '#shared/calendar-events/commands/push-calendar-event';
import { pushCalendarEventContract } from '#shared/calendar-events/contract';
import { presentCalendarEvent } from '#shared/calendar-events/present';
import { missing } from '#shared/core/refusal';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';

interface Needs extends LookUpNeeds {
  readonly places: Places;
  readonly push: ReturnType<typeof pushCommand>;
}

type Body = v.InferOutput<typeof pushCalendarEventContract.body>;

/** POST /calendar_events: 201 on first sight, 200 on an update. */
export const pushCalendarEvent = (needs: Needs) =>
  operation(pushCalendarEventContract, {
    ahead: ({ userId, body }) => ({
      place: needs.places.named(userId, body.workspace_id),
      seen: seenFor(needs, body),
    }),
    async run({ ahead, body, once }) {
      const { workspace } = permitted(await ahead.place, 'take_part');
      const seen = await ahead.seen;
      return once(
        ({ event, isNew }: Pushed) => ({ status: isNew ? 201 : 200, body: presentCalendarEvent(event) }),
        (keep) => needs.push(workspace.state, sentFrom(body), seen, keep),
      );
    },
  });

async function seenFor(needs: Needs, body: Body): Promise<SeenPush> {
  return lookUpPush(needs, await needs.places.idNamed(body.workspace_id), sentFrom(body));
}

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
