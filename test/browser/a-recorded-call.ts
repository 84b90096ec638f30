import { eventually, stackClient } from '#test/integration/stack-client';

const stack = stackClient();

/** The conversation of a recorded call, in a workspace of its own. */
export async function aRecordedCall(title: string) {
  const workspaceId = await stack.newWorkspace('Conversations');
  const meeting_url = 'https://meet.google.com/abc-good-def';
  const { body } = await stack.call('POST', '/bots', { workspace_id: workspaceId, meeting_url, title });
  const results = await eventually(
    async () => (await stack.call('GET', `/meetings/${body.meeting_id}`)).body.results,
    ({ status }) => status === 'ready',
  );
  const conversationId: string = results.transcript.conversation_id;
  return {
    workspaceId,
    conversationId,
    /** Orders a translation, and returns the id of its conversation when it is done. */
    async aTranslation(language: string): Promise<string> {
      const ordered = { source_conversation_id: conversationId, target_languages: [language] };
      const { id } = (await stack.call('POST', '/translate', ordered)).body;
      const order = await eventually(
        async () => (await stack.call('GET', `/orders/${id}`)).body,
        ({ state }) => state === 'fulfilled',
      );
      return order.outputs_ids[0];
    },
  };
}
