import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser } from '../users.ts';

/** The API cannot take an archive back: a command does, within 30 days. */
export const archivedWorkspace: Incident = {
  name: 'archived-workspace',
  summary: 'a workspace was archived by mistake',
  async provoke(drill) {
    const { workspaceId, apiKey } = await aUser(drill);
    const headers = { authorization: apiKey };
    const member = { workspace_id: workspaceId, email: 'ben@example.com' };
    const { id } = await drill.created('/members', member, apiKey);
    await drill.call('DELETE', `/workspaces/${workspaceId}`, undefined, headers);
    return {
      async see() {
        const { status } = await drill.call('GET', `/workspaces/${workspaceId}`, undefined, headers);
        expect(status).toBe(401);
        const shown = JSON.parse(await drill.run(RUNBOOK.show, { 'bot_…': workspaceId }));
        expect(shown.rows).toContainEqual(
          expect.objectContaining({ state: expect.objectContaining({ archivedAt: expect.stringMatching(/^\d{4}-/) }) }),
        );
      },
      async cure() {
        const printed = await drill.run(RUNBOOK.restoreWorkspace, {
          'wks_…': workspaceId,
        });
        expect(printed).toContain('Comes back by itself:');
        const { status } = await drill.call('GET', `/workspaces/${workspaceId}`, undefined, headers);
        const found = await drill.call('GET', `/members/${id}`, undefined, headers);
        expect([status, found.status]).toEqual([200, 200]);
        expect(await drill.auditActions(workspaceId, apiKey)).toContain('workspace.restored');
      },
    };
  },
};
