import { html } from 'hono/html';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkButton } from '#shared/page-kit/parts';
import { show } from '#shared/page-kit/show';
import { endSession } from '#shared/page-kit/signed-in';
import type { AccountNeeds } from './needs.ts';

/** POST /sign-out: ends the session here, then where the person signed in. */
export const signOut =
  ({ provider }: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    await endSession(c);
    return c.redirect(provider.endingPage(), 303);
  };

/** GET /sign-in/nowhere: where a deployment leads that has nobody to ask. */
export const nowhere = (c: PageContext): Response | Promise<Response> =>
  show(c, {
    title: 'Nobody can sign in here',
    status: 503,
    lead: 'This stack was deployed to an AWS without Cognito, as LocalStack’s free edition is. Its API works as ever.',
    main: html`<p><a href="/api/v1/docs">Read what the API does</a></p>`,
  });

/** GET /sign-in/ended: where that ends. */
export const ended = (c: PageContext): Response | Promise<Response> =>
  show(c, {
    title: 'You are signed out',
    lead: 'This browser’s session is over, for whoever else had it, too.',
    main: html`<p>${linkButton('/sign-in', 'Sign in again')}</p>`,
  });
