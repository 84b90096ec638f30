import type { UserStore } from '#shared/events/ports/stores';
import type { makeKey } from '#shared/identity/commands/make-key';
import type { PageContext } from '#shared/page-kit/page-kit';
import { show } from '#shared/page-kit/show';
import { personOf } from '#shared/page-kit/signed-in';
import { KEY_LEAD, keyView, newKeyView } from './key-view.ts';
import { seenIn } from './seen-key.ts';

interface Needs {
  readonly users: UserStore;
  readonly make: ReturnType<typeof makeKey>;
  readonly baseUrl: string;
}

/** GET /settings/personal/api */
export const keyPage =
  ({ users }: Needs) =>
  async (c: PageContext) => {
    const key = await users.key(personOf(c).id);
    return show(c, { title: 'Your API key', lead: KEY_LEAD, main: keyView(c, key) });
  };

/**
 * POST /settings/personal/api: the answer itself shows the key, since keeping it for a page to be redirected to would
 * mean keeping it. Nothing stores the answer, and sending the form again is refused by the key it names.
 */
export const renewKey =
  ({ make, baseUrl }: Needs) =>
  async (c: PageContext) => {
    const { apiKey } = await make(personOf(c).id, seenIn(c));
    return show(c, { title: 'Your new API key', main: newKeyView(apiKey, baseUrl) });
  };
