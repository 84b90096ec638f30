import { expect } from 'expect';
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
        const shown = JSON.parse(await desk.run('npm run ops -- show --stage production bot_…', { 'bot_…': email }));
        expect(shown.user.id).toBe(userId);
      },
      async cure() {
        await desk.run('npm run ops -- user --stage production --disable ada@example.com', {
          'ada@example.com': email,
        });
        expect(await statusOf(desk, apiKey)).toBe(401);
      },
    };
  },
};
