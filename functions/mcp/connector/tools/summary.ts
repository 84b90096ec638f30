import * as v from 'valibot';
import { namedMeeting } from '../named-resources.ts';
import { firstThatFit, truncated } from '../size.ts';
import { tool } from '../tool.ts';
import { actionItem, anId, shownActionItem } from './shapes.ts';
import { summaryOf } from './stored-results.ts';

/** Beside the Markdown, which has the items too. */
const MOST_ITEM_BYTES = 8_000;

export const getSummary = tool({
  name: 'get_summary',
  title: 'Get a summary',
  description: 'The summary of a meeting as Markdown, at most 20 KB, with its action items.',
  input: { meeting_id: anId },
  output: { markdown: v.nullable(v.string()), is_cut: v.boolean(), action_items: v.array(actionItem) },
  async run(agentRequest, { meeting_id }) {
    const summary = await summaryOf(agentRequest.context, await namedMeeting(agentRequest, meeting_id));
    const markdown = summary ? truncated(summary.markdown) : null;
    const all = (summary?.actionItems ?? []).map(shownActionItem);
    const items = firstThatFit(all, MOST_ITEM_BYTES);
    const isCut = markdown !== (summary?.markdown ?? null) || items.length < all.length;
    return {
      content: { markdown, is_cut: isCut, action_items: [...items] },
      text: markdown ?? 'There is no summary.',
    };
  },
});
