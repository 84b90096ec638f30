import type { Bot } from '../generated/types.gen.js';
import type { Command } from './program.js';

export const sendBot: Command = {
  usage: 'bots send MEETING_URL [--join-at TIME] [--name NAME] [--workspace ID]',
  summary: 'Sends a notetaker to a call, at once or at a time.',
  options: { 'join-at': { type: 'string' }, name: { type: 'string' } },
  positionals: 1,
  async run({ api, workspace, options, positionals: [meeting_url = ''] }) {
    const client = await api();
    const { 'join-at': join_at, name: bot_name } = options as Record<string, string | undefined>;
    const body = {
      workspace_id: await workspace(),
      meeting_url,
      ...(join_at && { join_at }),
      ...(bot_name && { bot_name }),
    };
    return client.sendNotetakerToCall({ body });
  },
  text: ({ id, status, meeting_id }: Bot) => [`${id} is ${status}; its meeting is ${meeting_id}`],
};
