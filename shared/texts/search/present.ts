import * as v from 'valibot';
import { isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { SearchHit } from '#shared/texts/search/ports';

export const SearchHitBody = v.strictObject({
  object: v.literal('search_hit'),
  conversation_id: idText('con'),
  meeting_id: v.nullable(idText('mtg')),
  title: v.string(),
  starts_at: v.nullable(dateTime),
  start: v.number(),
  speaker: v.nullable(v.string()),
  snippet: v.string(),
});

export const presentSearchHit = (hit: SearchHit) => ({
  object: 'search_hit',
  conversation_id: hit.conversationId,
  meeting_id: hit.meetingId,
  title: hit.title,
  starts_at: isoOrNull(hit.startsAt),
  start: hit.startSeconds,
  speaker: hit.speaker,
  snippet: hit.snippet,
});
