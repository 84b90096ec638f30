import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser } from '../users.ts';

/** A summary is made anew, which the audit log tells, and the meeting shows the new one. */
export const summaryAgain: Incident = {
  name: 'summary-again',
  summary: 'a model wrote summaries of no use, and one has to be made again',
  async provoke(drill) {
    const { workspaceId: workspace_id, apiKey: authorization } = await aUser(drill);
    const meeting_url = 'https://meet.google.com/drl-good-abc';
    const { id } = await drill.created('/bots', { workspace_id, meeting_url }, authorization);
    const bot = async () => (await drill.call('GET', `/bots/${id}`, undefined, { authorization })).body;
    await eventually(bot, ({ status }) => status === 'completed');
    return {
      async see() {
        expect(await drill.run(RUNBOOK.show, { 'bot_…': id })).toMatch(/"status": "completed"/);
      },
      async cure() {
        expect(await drill.run(RUNBOOK.summaryAgain, { 'bot_…': id })).toContain('is summarized again');
        await eventually(
          () => drill.auditActions(workspace_id, authorization),
          (actions) => actions.includes('bot.rerun'),
        );
        // It is processing from the transaction of that event on.
        await eventually(bot, ({ status }) => status === 'completed');
      },
    };
  },
};
