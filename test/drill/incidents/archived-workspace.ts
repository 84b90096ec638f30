import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser } from '../users.ts';

/** The API cannot take an archive back: a command does, within 30 days. */
export const archivedWorkspace: Incident = {
  name: 'archived-workspace',
  summary: 'a workspace was archived by mistake',
  async provoke(desk) {
    const { workspaceId, apiKey } = await aUser(desk);
    const headers = { authorization: apiKey };
    const member = { workspace_id: workspaceId, email: 'ben@example.com' };
    const { id } = await desk.created('/members', member, apiKey);
    await desk.call('DELETE', `/workspaces/${workspaceId}`, undefined, headers);
    return {
      async see() {
        const { status } = await desk.call('GET', `/workspaces/${workspaceId}`, undefined, headers);
        expect(status).toBe(401);
        const shown = JSON.parse(await desk.run(RUNBOOK.show, { 'bot_…': workspaceId }));
        expect(shown.rows).toContainEqual(
          expect.objectContaining({ state: expect.objectContaining({ archivedAt: expect.stringMatching(/^\d{4}-/) }) }),
        );
      },
      async cure() {
        const printed = await desk.run(RUNBOOK.restoreWorkspace, {
          'wks_…': workspaceId,
        });
        expect(printed).toContain('Comes back by itself:');
        const { status } = await desk.call('GET', `/workspaces/${workspaceId}`, undefined, headers);
        const found = await desk.call('GET', `/members/${id}`, undefined, headers);
        expect([status, found.status]).toEqual([200, 200]);
        expect(await desk.auditActions(workspaceId, apiKey)).toContain('workspace.restored');
      },
    };
  },
};
