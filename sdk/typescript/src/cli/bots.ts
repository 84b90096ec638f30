import type { Bot } from '../generated/types.gen.js';
import { type Command, WORKSPACE } from './program.js';

export const sendBot: Command = {
  summary: 'Sends a notetaker to a call, at once or at a time.',
  argument: { name: 'MEETING_URL', help: 'the link of the call' },
  options: {
    'join-at': { value: 'TIME', help: 'when it joins, such as 2026-11-02T10:00:00Z; at once without it' },
    name: { value: 'NAME', help: 'its name in the call' },
    ...WORKSPACE,
  },
  async run({ api, workspace, options, positionals: [meeting_url = ''] }) {
    const client = await api();
    const { 'join-at': join_at, name: bot_name } = options as Record<string, string | undefined>;
    const body = {
      workspace_id: await workspace(),
      meeting_url,
      ...(join_at && { join_at }),
      ...(bot_name && { bot_name }),
    };
    return client.sendBot({ body });
  },
  text: ({ id, status, meeting_id }: Bot) => [`${id} is ${status}; its meeting is ${meeting_id}`],
};
