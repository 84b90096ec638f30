import type { Hono } from 'hono';
import { handle, type LambdaContext } from 'hono/aws-lambda';
import { sessionStore } from '#shared/identity/sessions-store';
import { userStore } from '#shared/identity/store';
import type { PageEnv, PageKit } from '#shared/page-kit/page-kit';
import { given, givenOr } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { served } from '#shared/wiring/in-the-cloud';
import { type PageEvent, readable } from '#shared/wiring/readable-event';
import type { Surroundings } from '#shared/wiring/surroundings';

/** What hosted pages are made of: all that endpoints have, and the kit. */
export interface PageSurroundings extends Surroundings {
  readonly kit: PageKit;
}

/** The same in the cloud, in a test and behind a socket; `appUrl` is the pages' origin. */
export const withKit = (
  around: Surroundings,
  more: Pick<PageKit, 'appUrl' | 'formAction' | 'log'>,
): PageSurroundings => ({
  ...around,
  kit: {
    clock: around.clock,
    randomBytes: around.randomBytes,
    sessions: sessionStore(around.table),
    users: userStore(around.table),
    ...more,
  },
});

/** The handler of a folder of pages. */
export const servedPages = (make: (around: PageSurroundings) => Hono<PageEnv>) =>
  served((around) => {
    const pages = withKit(around, inTheCloud());
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
  appUrl: given('appUrl'),
  // Every page has a sign-out form, which redirects there.
  formAction: [givenOr('signInUrl', '')].filter(Boolean),
  log: (entry) => writeLog({ ...entry }, entry.status >= 500 ? 'ERROR' : 'INFO'),
});
