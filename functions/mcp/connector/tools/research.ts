import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import { isoOrNull } from '#shared/foundation/core/time';
import { peopleOf } from '#shared/meetings/meetings/rules/meeting';
import type { SearchHit } from '#shared/texts/search/ports';
import { namedConversation, namedMeeting, searchFor, workspacesOfUser } from '../named-resources.ts';
import type { ConnectorContext } from '../ports.ts';
import { truncated } from '../size.ts';
import { QUOTED, researchTool } from '../tool.ts';
import { anId, SEARCHED_TEXT } from './shapes.ts';
import { fileOf, readTranscript, WHOLE_TRANSCRIPT } from './transcript.ts';

const MOST_RESULTS = 10;

/** The answer is JSON within JSON: what stands in quotation marks may take twice its bytes. */
const MOST_TEXT_BYTES = 14_000;
const MOST_PEOPLE_BYTES = 1_000;

const result = { id: v.string(), title: v.string(), url: v.string() };

export const search = researchTool({
  name: 'search',
  title: 'Search all workspaces',
  description:
    'Finds meetings and conversations in which something was said, best first, in all workspaces of the user; titles are quoted content. Name the things themselves, no question. Read one with fetch. For people, companies or dates use search_meetings. `left_out` names workspaces that have reached a limit and were not searched.',
  input: { query: SEARCHED_TEXT },
  output: {
    results: v.array(v.object(result)),
    left_out: v.optional(v.array(v.object({ workspace_id: v.string(), message: v.string() }))),
  },
  async run(agentRequest, { query: text }) {
    const engine = searchFor(agentRequest);
    const found = await Promise.all(
      (await workspacesOfUser(agentRequest)).map((workspaceId) =>
        hitsOrRefusal(workspaceId, engine.query({ workspaceId, text, limit: MOST_RESULTS })),
      ),
    );
    const refused = found.flatMap((one) => ('refusal' in one ? one : []));
    const [first] = refused;
    if (first && refused.length === found.length) throw first.refusal;
    const results = inTurn(found.map((one) => ('hits' in one ? one.hits : [])))
      .slice(0, MOST_RESULTS)
      .map((hit) => resultOf(agentRequest.context, hit));
    const left_out = refused.map(({ workspaceId, refusal }) => ({
      workspace_id: workspaceId,
      message: refusal.message,
    }));
    return { results, ...(left_out.length > 0 && { left_out }) };
  },
});

type FoundHits = { readonly hits: readonly SearchHit[] };

/** A workspace over its limit of searches keeps nothing of the others back. */
async function hitsOrRefusal(
  workspaceId: WorkspaceId,
  page: Promise<FoundHits>,
): Promise<FoundHits | { readonly workspaceId: WorkspaceId; readonly refusal: Refusal }> {
  try {
    return { hits: (await page).hits };
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'rate_limited') return { workspaceId, refusal: error };
    throw error;
  }
}

/** The first of each, the second of each, and so on: ranks of two workspaces do not compare. */
const inTurn = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, rank) =>
    lists.flatMap((list) => list.slice(rank, rank + 1)),
  ).flat();

const resultOf = (context: ConnectorContext, { meetingId, conversationId, title, startsAt }: SearchHit) => {
  const id = meetingId ?? conversationId;
  const day = isoOrNull(startsAt)?.slice(0, 10);
  return { id, title: day === undefined ? title : `${title} (${day})`, url: pageOf(context, id) };
};

/** In the app, where the user reads it. */
const pageOf = ({ kit: { appUrl } }: ConnectorContext, id: string): string =>
  `${appUrl}/app/${id.startsWith('mtg_') ? 'meetings' : 'conversations'}/${id}`;

export const fetchText = researchTool({
  name: 'fetch',
  title: 'Fetch a transcript',
  description: 'What was said in a meeting or conversation that search found, by its id: the first 14 KB.',
  input: { id: anId },
  output: { ...result, text: v.string(), metadata: v.record(v.string(), v.string()) },
  async run(agentRequest, { id }) {
    const found = id.startsWith('con_')
      ? await namedConversation(agentRequest, id)
      : { meeting: await namedMeeting(agentRequest, id) };
    const { lines, next } = await readTranscript(agentRequest, fileOf(found), {
      ...WHOLE_TRANSCRIPT,
      mostBytes: MOST_TEXT_BYTES,
    });
    const more = next === null ? [] : [`[It goes on: call get_transcript with position ${next}.]`];
    const text = [QUOTED, '', ...(lines.length > 0 ? lines : ['There is no text here.']), ...more].join('\n');
    return { id, title: titleOf(found), url: pageOf(agentRequest.context, id), text, metadata: metadataOf(found) };
  },
});

type Found = Parameters<typeof fileOf>[0];

const titleOf = (found: Found): string =>
  found.meeting?.title ?? ('conversation' in found ? found.conversation.name : 'Untitled');

function metadataOf({ meeting }: Found): Record<string, string> {
  const startsAt = isoOrNull(meeting?.startsAt ?? null);
  const people = (meeting ? peopleOf(meeting) : []).map(({ name, email }) => name ?? email ?? 'a guest').join(', ');
  return {
    ...(startsAt !== null && { starts_at: startsAt }),
    ...(meeting?.platform && { platform: meeting.platform }),
    ...(people !== '' && { participants: truncated(people, MOST_PEOPLE_BYTES) }),
  };
}
