import * as v from 'valibot';
import { isoOrNull } from '#shared/foundation/core/time';
import type { SearchHit } from '#shared/texts/search/ports';
import { namedWorkspace, searchFor } from '../named-resources.ts';
import { NEXT, PAGING, paged } from '../paging.ts';
import { tool } from '../tool.ts';
import { anId, SEARCHED_TEXT, span, spanOf } from './shapes.ts';
import { clock } from './transcript.ts';

/** More hits than this are seldom read. */
const MOST = 20;

const name = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200)));

export const searchMeetings = tool({
  name: 'search_meetings',
  title: 'Search meetings',
  description:
    'Finds what was said, best first: each hit is a meeting, or the conversation of a file, with the place that fits best and when it was said. `text` takes words, "phrases" and beginnings of words (launch*); name the things themselves, no question. `person` is a name or an email address, `company` a name or a domain. Read on with get_transcript, at `start_seconds` as `around_seconds`. A page may have no hits while `next_cursor` is there.',
  input: {
    workspace_id: v.optional(anId),
    text: SEARCHED_TEXT,
    person: name,
    company: name,
    platform: v.optional(v.picklist(['zoom', 'meet', 'teams'])),
    ...span,
    ...PAGING,
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST)), 10),
  },
  output: {
    hits: v.array(
      v.object({
        conversation_id: v.string(),
        meeting_id: v.nullable(v.string()),
        title: v.string(),
        starts_at: v.nullable(v.string()),
        start_seconds: v.number(),
        speaker: v.nullable(v.string()),
        quote: v.string(),
      }),
    ),
    ...NEXT,
  },
  async run(agentRequest, asked) {
    const { id: workspaceId } = await namedWorkspace(agentRequest, asked.workspace_id);
    const { text, person, company, platform } = asked;
    const { startsAfter: after, startsBefore: before } = spanOf(asked);
    const { shown, next } = await paged(agentRequest, asked, 'search_meetings', {
      read: async ({ limit, after: cursor }) => {
        const page = await searchFor(agentRequest).query({
          ...{ workspaceId, text, limit },
          ...(person !== undefined && { person }),
          ...(company !== undefined && { company }),
          ...(platform !== undefined && { platform }),
          ...(after !== undefined && { after }),
          ...(before !== undefined && { before }),
          ...(cursor !== undefined && { cursor }),
        });
        return { items: page.hits, next: page.next ?? undefined };
      },
      show: (hits) => hits.map(shownHit),
    });
    return { content: { hits: [...shown], next_cursor: next }, text: shown.map(lineOf).join('\n') || 'Nothing found.' };
  },
});

const shownHit = ({ conversationId, meetingId, title, startsAt, startSeconds, speaker, snippet }: SearchHit) => ({
  ...{ conversation_id: conversationId, meeting_id: meetingId, title, starts_at: isoOrNull(startsAt) },
  ...{ start_seconds: startSeconds, speaker, quote: snippet },
});

const lineOf = (hit: ReturnType<typeof shownHit>): string =>
  `- ${hit.title} (${hit.starts_at ?? 'no time'}, ${hit.meeting_id ?? hit.conversation_id}), at ${clock(hit.start_seconds)}, ${hit.speaker ?? 'Unknown'}: “${hit.quote}”`;
