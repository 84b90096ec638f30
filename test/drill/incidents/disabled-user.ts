import { expect } from 'expect';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aUser, statusOf } from '../users.ts';

/** `--disable` ends everything of a user with the next request. */
export const disabledUser: Incident = {
  name: 'disabled-user',
  summary: 'a person must lose access at once',
  async provoke(drill) {
    const { email, userId, apiKey } = await aUser(drill);
    return {
      async see() {
        expect(await statusOf(drill, apiKey)).toBe(200);
        const shown = JSON.parse(await drill.run(RUNBOOK.show, { 'bot_…': email }));
        expect(shown.user.id).toBe(userId);
      },
      async cure() {
        await drill.run(RUNBOOK.disableUser, {
          'ada@example.com': email,
        });
        expect(await statusOf(drill, apiKey)).toBe(401);
      },
    };
  },
};
