import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { NamedByPush } from '#shared/meetings/calendar-events/commands/load-push';
import { readLink } from '#shared/meetings/meetings/rules/read-link';

/** What a push names, from a body that was not validated; undefined without a member or a UID. */
export function namedByPush(body: BodyReader): NamedByPush | undefined {
  const [member, icalUid] = [memberNamed(body), body.text('ical_uid')];
  if (!member || icalUid === undefined) return undefined;
  return {
    member,
    icalUid,
    recurring: body.value('recurring') === true,
    originalStartsAt: body.instant('original_starts_at'),
    content: {
      startsAt: body.instant('starts_at'),
      meetingUrl: linkNamed(body),
      organizer: { email: body.group('organizer').email('email') ?? null },
    },
  };
}

function memberNamed(body: BodyReader): NamedByPush['member'] | undefined {
  const email = body.group('member_data').email('email');
  if (email !== undefined) return { email };
  const id = body.id('mem', 'member_id');
  return id && { id };
}

function linkNamed(body: BodyReader): string | null {
  const link = readLink(body.text('meeting_url') ?? '');
  if (link.kind === 'call') return link.call.url;
  return link.kind === 'other_link' ? link.url : null;
}
