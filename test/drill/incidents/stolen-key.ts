import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser, statusOf } from '../users.ts';

/** The thief's requests are found by the `keyId`; three commands give the user, who was disabled first, another key. */
export const stolenKey: Incident = {
  name: 'stolen-key',
  summary: 'the key of a user was stolen, and the user disabled in a hurry',
  async provoke(desk) {
    const { email, workspaceId, apiKey } = await aUser(desk);
    const ofUser = { 'ada@example.com': email };
    expect(await statusOf(desk, apiKey)).toBe(200);
    await desk.run(RUNBOOK.disableUser, ofUser);
    let keyId = '';
    return {
      async see() {
        keyId = (await desk.run(RUNBOOK.keyId, {}, { KEY: apiKey })).trim();
        const line = await desk.logged('api-workspaces', (one) => one['keyId'] === keyId);
        expect(line).toMatchObject({ operation: 'GET /workspaces' });
      },
      async cure() {
        expect(await desk.run(RUNBOOK.revokeKey, ofUser)).toContain(keyId);
        await desk.run(RUNBOOK.enableUser, ofUser);
        expect(await statusOf(desk, apiKey)).toBe(401);
        const fresh = (await desk.run(RUNBOOK.newKey, ofUser)).trim();
        expect([await statusOf(desk, apiKey), await statusOf(desk, fresh)]).toEqual([401, 200]);
        expect(await desk.auditActions(workspaceId, fresh)).toEqual(
          expect.arrayContaining(['api_key.revoked', 'user.enabled', 'user.disabled']),
        );
      },
    };
  },
};
