import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import { type Person, shownName } from '#shared/meetings/people/rules/person';

export const PersonRecordBody = v.strictObject({
  id: idText('per'),
  object: v.literal('person'),
  workspace_id: idText('wks'),
  name: v.nullable(v.string()),
  email: v.string(),
  company_id: v.nullable(idText('com')),
  member_id: v.nullable(idText('mem')),
  meetings_count: v.number(),
  first_met_at: v.nullable(dateTime),
  last_met_at: v.nullable(dateTime),
  next_meeting_at: v.nullable(dateTime),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentPersonRecord = (person: Person) => ({
  id: person.id,
  object: 'person',
  workspace_id: person.workspaceId,
  name: shownName(person),
  email: person.email,
  company_id: person.companyId,
  member_id: person.memberId,
  meetings_count: person.numbers.meetingsCount,
  first_met_at: isoOrNull(person.numbers.firstMetAt),
  last_met_at: isoOrNull(person.numbers.lastMetAt),
  next_meeting_at: isoOrNull(person.numbers.nextMeetingAt),
  metadata: person.metadata,
  created_at: isoOf(person.createdAt),
  updated_at: isoOf(person.updatedAt),
});
