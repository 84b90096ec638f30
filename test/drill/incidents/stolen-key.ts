import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser, statusOf } from '../users.ts';

/** The thief's requests are found by the `keyId`; three commands give the user, who was disabled first, another key. */
export const stolenKey: Incident = {
  name: 'stolen-key',
  summary: 'the key of a user was stolen, and the user disabled in a hurry',
  async provoke(drill) {
    const { email, workspaceId, apiKey } = await aUser(drill);
    const ofUser = { 'ada@example.com': email };
    expect(await statusOf(drill, apiKey)).toBe(200);
    await drill.run(RUNBOOK.disableUser, ofUser);
    let keyId = '';
    return {
      async see() {
        keyId = (await drill.run(RUNBOOK.keyId, {}, { KEY: apiKey })).trim();
        const line = await drill.logged('api-workspaces', (one) => one['keyId'] === keyId);
        expect(line).toMatchObject({ operation: 'GET /workspaces' });
      },
      async cure() {
        expect(await drill.run(RUNBOOK.revokeKey, ofUser)).toContain(keyId);
        await drill.run(RUNBOOK.enableUser, ofUser);
        expect(await statusOf(drill, apiKey)).toBe(401);
        const fresh = (await drill.run(RUNBOOK.newKey, ofUser)).trim();
        expect([await statusOf(drill, apiKey), await statusOf(drill, fresh)]).toEqual([401, 200]);
        expect(await drill.auditActions(workspaceId, fresh)).toEqual(
          expect.arrayContaining(['api_key.revoked', 'user.enabled', 'user.disabled']),
        );
      },
    };
  },
};
