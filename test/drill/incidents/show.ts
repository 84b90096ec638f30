import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { DrillContext } from '../drill-context.ts';
import type { Incident } from '../incident.ts';
import { aUser, type User } from '../users.ts';

interface Asked {
  /** What the partner names. */
  readonly id: string;
  /** A text or address that is printed with `--reveal` alone. */
  readonly secret: string;
  /** What has to be printed. */
  readonly tells: RegExp;
}

/** A partner asks about something: it is shown masked, and revealed with an audit event. */
const asks = (
  subject: string,
  summary: string,
  about: (drill: DrillContext, user: User) => Promise<Asked>,
): Incident => ({
  name: `show-${subject}`,
  summary,
  async provoke(drill) {
    const user = await aUser(drill);
    const { id, secret, tells } = await about(drill, user);
    return {
      async see() {
        const masked = await drill.run(RUNBOOK.show, { 'bot_…': id });
        expect(masked).toMatch(tells);
        expect(masked).not.toContain(secret);
        expect(await drill.run(RUNBOOK.reveal, { 'bot_…': id })).toContain(secret);
        const { body } = await drill.call(
          'GET',
          `/audit_events?workspace_id=${user.workspaceId}&action=workspace.read`,
          undefined,
          { authorization: user.apiKey },
        );
        const revealed = body.data.map(
          ({ after }: { readonly after: { readonly revealed: boolean } }) => after.revealed,
        );
        expect(revealed.toSorted()).toEqual([false, true]);
      },
    };
  },
});

export const shows: readonly Incident[] = [
  asks('bot', 'a partner asks why a bot failed', async (drill, { workspaceId: workspace_id, apiKey }) => {
    const bot_name = 'Notes of Ada';
    const meeting_url = 'https://meet.google.com/drl-dead-abc';
    const { id } = await drill.created('/bots', { workspace_id, meeting_url, bot_name }, apiKey);
    await eventually(
      async () => (await drill.call('GET', `/bots/${id}`, undefined, { authorization: apiKey })).body.status,
      (status) => status === 'failed',
    );
    return { id, secret: bot_name, tells: /"status": "failed"[\s\S]*bot_error|bot_error[\s\S]*"status": "failed"/ };
  }),
  asks('order', 'a partner asks what becomes of an order', async (drill, { workspaceId: workspace_id, apiKey }) => {
    const url = 'https://files.example.com/interview-with-ada.mp4';
    const { id } = await drill.created('/transcribe', { workspace_id, url, language: 'en' }, apiKey);
    return { id, secret: 'interview-with-ada', tells: /"kind": "transcription"/ };
  }),
  asks('user', 'a partner asks about a user by email', async (_desk, { email, userId }) => ({
    ...{ id: email, secret: email, tells: new RegExp(userId) },
  })),
];
