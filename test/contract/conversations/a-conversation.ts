import { bots } from '#functions/api/bots/index';
import { conversations } from '#functions/api/conversations/index';
import { meetings } from '#functions/api/meetings/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { botWorkers } from '#test/support/bot-workers';

/** A workspace whose calls are recorded by the simulator. */
export async function aConversationWorld(world = aWorld()) {
  const owner = await world.anOwner('Acme');
  const call = callsTo(conversations(world.context));
  const callBots = callsTo(bots(world.context));
  const callMeetings = callsTo(meetings(world.context));
  const as = (key = owner.key) => ({ key });

  /** A call that was recorded: its meeting as it is then. The scenario is the middle of the link. */
  async function aRecording(scenario = 'good', changes: object = {}): Promise<ApiResponse['body']> {
    const link = `https://meet.google.com/xyz-${scenario}-xyz`;
    const body = { workspace_id: owner.workspaceId, meeting_url: link, allow_multiple_bots: true, ...changes };
    const bot = (await callBots('POST', '/bots', { key: owner.key, body })).body;
    await botWorkers(world).untilQuiet(bot.id);
    return (await callMeetings('GET', `/meetings/${bot.meeting_id}`, as())).body;
  }

  return {
    world,
    owner,
    call,
    callMeetings,
    aRecording,
    /** The id of the conversation of a call that was recorded. */
    aConversation: async (scenario?: string): Promise<string> =>
      (await aRecording(scenario)).results.transcript.conversation_id,
    list: (query = '', key?: string) =>
      call('GET', `/conversations?workspace_id=${owner.workspaceId}${query}`, as(key)),
    read: (id: string, rest = '', key?: string) => call('GET', `/conversations/${id}${rest}`, as(key)),
    update: (id: string, body: object, key = owner.key) => call('PATCH', `/conversations/${id}`, { key, body }),
  };
}
