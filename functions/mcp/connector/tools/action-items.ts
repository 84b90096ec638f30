import * as v from 'valibot';
import { meetingPage } from '#shared/meetings/meetings/lists-store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { namedWorkspace } from '../named-resources.ts';
import { NEXT, PAGING, paged } from '../paging.ts';
import type { ConnectorContext } from '../ports.ts';
import { tool } from '../tool.ts';
import { actionItem, anId, shownActionItem, span, spanOf } from './shapes.ts';
import { summaryOf } from './stored-results.ts';

/** Of one summary: what people agree on in a meeting is less. */
const MOST_OF_A_MEETING = 20;

export const listActionItems = tool({
  name: 'list_action_items',
  title: 'List action items',
  description:
    'What was agreed on in the meetings of a workspace, latest meeting first, from the summaries. `assignee` is a part of a name. A page covers `limit` meetings and may have no items while `next_cursor` is there.',
  input: {
    workspace_id: v.optional(anId),
    assignee: v.optional(v.pipe(v.string(), v.maxLength(200))),
    ...span,
    ...PAGING,
  },
  output: {
    action_items: v.array(
      v.object({ ...actionItem.entries, meeting_id: v.string(), meeting_title: v.nullable(v.string()) }),
    ),
    ...NEXT,
  },
  async run(agentRequest, asked) {
    const { context } = agentRequest;
    const { id: workspaceId } = await namedWorkspace(agentRequest, asked.workspace_id);
    const { shown: found, next } = await paged(agentRequest, asked, 'list_action_items', {
      read: (request) => meetingPage(context.table, { workspaceId, ...spanOf(asked) }, context.clock.now(), request),
      show: async (some) =>
        (await Promise.all(some.map((meeting) => itemsOf(context, meeting, asked.assignee)))).flat(),
    });
    const lines = found.map(
      ({ text, assignee, meeting_title }) => `- ${text} (${assignee ?? 'no assignee'}; ${meeting_title ?? 'Untitled'})`,
    );
    return { content: { action_items: [...found], next_cursor: next }, text: lines.join('\n') || 'No action items.' };
  },
});

async function itemsOf(context: ConnectorContext, meeting: Meeting, assignee: string | undefined) {
  const summary = await summaryOf(context, meeting);
  return (summary?.actionItems ?? [])
    .map(shownActionItem)
    .filter((item) => isOf(item.assignee, assignee))
    .slice(0, MOST_OF_A_MEETING)
    .map((item) => ({ ...item, meeting_id: meeting.id, meeting_title: meeting.title }));
}

const isOf = (assignee: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || (assignee ?? '').toLowerCase().includes(wanted.toLowerCase());
