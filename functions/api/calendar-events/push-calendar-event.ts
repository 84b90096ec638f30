import type * as v from 'valibot';
import { pushCalendarEventContract } from '#shared/api/contracts/calendar-events';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentCalendarEvent } from '#shared/api/resources/calendar-events';
import {
  type LookUpNeeds,
  lookUpPush,
  type SeenPush,
  type SentPush,
} from '#shared/commands/calendar-events/look-up-push';
import type { Pushed, pushCalendarEvent as pushCommand } from '#shared/commands/calendar-events/push-calendar-event';
import { missing } from '#shared/domain/refusal';

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
