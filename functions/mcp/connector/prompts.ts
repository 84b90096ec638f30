import type { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

interface Definition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its one argument. */
  readonly argument: string;
  say(given: string): string;
}

const PROMPTS: readonly Definition[] = [
  {
    name: 'prepare_for_meeting',
    title: 'Prepare me for a meeting',
    description: 'Who will be there, what was said when you last met, and what is open.',
    argument: 'meeting',
    say: (meeting) =>
      `Prepare me for the meeting ${quoted(meeting)}. Find it with list_meetings, and its participants with get_meeting. Look for earlier meetings with the same people, and read their summaries with get_summary. Tell me in ten lines who will be there, what we spoke about last, and which action items are open, each with its meeting and date. Say so where you find nothing.`,
  },
  {
    name: 'what_did_we_promise',
    title: 'What did we promise?',
    description: 'Every promise to a person or company, with the place where it was made.',
    argument: 'who',
    say: (who) =>
      `What did we promise ${quoted(who)}? Find the people or the company with list_people or list_companies, their meetings with list_meetings, and the promises in list_action_items and get_summary. Where a promise is not clear, read that part with get_transcript. List each with who promised it, the meeting, its date and the time in the recording. Say so where you find nothing.`,
  },
];

/** An argument is what a user wrote: it stays one line between quotation marks. */
const quoted = (given: string): string => `"${given.replace(/["\p{C}]/gu, ' ')}"`;

/** Questions that a user picks from a menu. */
export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, argument, say } of PROMPTS)
    server.registerPrompt(
      name,
      { title, description, argsSchema: toStandardJsonSchema(v.object({ [argument]: text })) as never },
      ((given: Readonly<Record<string, string>>) => ({
        messages: [{ role: 'user', content: { type: 'text', text: say(given[argument] ?? '') } }],
      })) as never,
    );
}
