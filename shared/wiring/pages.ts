import type { Hono } from 'hono';
import { handle, type LambdaContext } from 'hono/aws-lambda';
import type { AppContext } from '#shared/http/ports/app-context';
import { sessionStore } from '#shared/identity/sessions-store';
import { userStore } from '#shared/identity/store';
import type { PageEnv, PageKit } from '#shared/page-kit/page-kit';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { served } from '#shared/wiring/in-the-cloud';
import { type PageEvent, readable } from '#shared/wiring/readable-event';

/** What hosted pages are made of: all that endpoints have, and the kit. */
export interface PageContext extends AppContext {
  readonly kit: PageKit;
}

/** The same in the cloud, in a test and behind a socket; `appUrl` is the pages' origin. */
export const withKit = (context: AppContext, more: Pick<PageKit, 'appUrl' | 'formAction' | 'log'>): PageContext => ({
  ...context,
  kit: {
    clock: context.clock,
    randomBytes: context.randomBytes,
    sessions: sessionStore(context.table),
    users: userStore(context.table),
    ...more,
  },
});

/** The handler of a folder of pages. */
export const servedPages = (make: (context: PageContext) => Hono<PageEnv>) =>
  served((context) => {
    const pages = withKit(context, inTheCloud());
    return answering(make(pages), pages.kit.appUrl);
  });

/** Under the name by which people know the pages. The gateway's own is another, and the emulator's is none that a URL takes. */
export function answering(pages: Hono<PageEnv>, appUrl: string) {
  const answer = handle(pages);
  const domainName = new URL(appUrl).host;
  return (event: PageEvent, context?: LambdaContext) => {
    const heard = readable(event);
    return answer({ ...heard, requestContext: { ...heard.requestContext, domainName } }, context);
  };
}

const inTheCloud = (): Pick<PageKit, 'appUrl' | 'formAction' | 'log'> => ({
  appUrl: requiredEnv('appUrl'),
  // Every page has a sign-out form, which redirects there.
  formAction: [envOr('signInUrl', '')].filter(Boolean),
  log: (entry) => writeLog({ ...entry }, entry.status >= 500 ? 'ERROR' : 'INFO'),
});
