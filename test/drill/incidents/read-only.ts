import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser } from '../users.ts';

/** Writes are refused while someone works on the data, and reads go on; then they are taken again. */
export const readOnly: Incident = {
  name: 'read-only',
  summary: 'a release writes what is wrong, and all writes have to stop',
  async provoke(drill) {
    const { workspaceId: workspace_id, apiKey: authorization } = await aUser(drill);
    const write = () => drill.call('POST', '/members', { workspace_id, name: 'Ben' }, { authorization });
    const read = () => drill.call('GET', `/members?workspace_id=${workspace_id}`, undefined, { authorization });
    expect((await write()).status).toBe(201);
    return {
      async see() {
        drill.afterwards(() => drill.run(RUNBOOK.acceptWrites));
        expect(await drill.run(RUNBOOK.refuseWrites)).toContain('is read-only');
        const refused = await eventually(write, ({ status }) => status !== 201);
        expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([503, 'provider_unavailable']);
        expect(refused.headers.get('retry-after')).toBe('30');
        expect((await read()).status).toBe(200);
      },
      async cure() {
        expect(await drill.run(RUNBOOK.acceptWrites)).toContain('accepts writes again');
        await eventually(write, ({ status }) => status === 201);
      },
    };
  },
};
