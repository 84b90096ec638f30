import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser, statusOf } from '../users.ts';

/** `--disable` ends everything of a user with the next request. */
export const disabledUser: Incident = {
  name: 'disabled-user',
  summary: 'a person must lose access at once',
  async provoke(desk) {
    const { email, userId, apiKey } = await aUser(desk);
    return {
      async see() {
        expect(await statusOf(desk, apiKey)).toBe(200);
        const shown = JSON.parse(await desk.run(RUNBOOK.show, { 'bot_…': email }));
        expect(shown.user.id).toBe(userId);
      },
      async cure() {
        await desk.run(RUNBOOK.disableUser, {
          'ada@example.com': email,
        });
        expect(await statusOf(desk, apiKey)).toBe(401);
      },
    };
  },
};
