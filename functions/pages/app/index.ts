import { handOff } from '#shared/agent-sessions/commands/hand-off';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { askForPass } from '#shared/calendars/sync/commands/ask-for-pass';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { makeKey } from '#shared/identity/commands/make-key';
import { pageApp } from '#shared/page-kit/page-app';
import { signedIn } from '#shared/page-kit/signed-in';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { type PageSurroundings, servedPages } from '#shared/wiring/pages';
import { createWorkspace } from '#shared/workspaces/commands/create-workspace';
import { codePage, showCode } from './agent-code/code-page.ts';
import { connectionsPage } from './connections/connections-page.ts';
import { askToDisconnect, disconnectOne } from './connections/disconnect.ts';
import { makeReconnectLink } from './connections/reconnect.ts';
import { syncNow } from './connections/sync-now.ts';
import { homePage, makeWorkspace } from './home/home-page.ts';
import { meetingPage, transcriptFile } from './meeting/meeting-page.ts';
import { meetingsPage } from './meetings/meetings-page.ts';
import { needsOf } from './needs.ts';
import { keyPage, renewKey } from './personal-key/key-page.ts';
import { eventPage, redeliverOne } from './webhooks/event-page.ts';
import { logPage } from './webhooks/log-page.ts';

/** Everything that is there for a person who is signed in. */
export function appPages(around: PageSurroundings & { readonly files: FileStorage }) {
  const needs = needsOf(around);
  const make = makeKey(needs);
  const pages = pageApp(around.kit);

  pages.get('/', signedIn, homePage({ ...needs, create: createWorkspace(needs) }));
  pages.get('/app', signedIn, homePage({ ...needs, create: createWorkspace(needs) }));
  pages.post('/app/workspaces', signedIn, makeWorkspace({ ...needs, create: createWorkspace(needs) }));

  pages.get('/settings/personal/api', signedIn, keyPage({ ...needs, make }));
  pages.post('/settings/personal/api', signedIn, renewKey({ ...needs, make }));

  pages.get('/app/agent_sessions/new', signedIn, codePage({ ...needs, make, handOff: handOff(needs) }));
  pages.post('/app/agent_sessions/new', signedIn, showCode({ ...needs, make, handOff: handOff(needs) }));

  const calendars = '/app/workspaces/:workspace/connections';
  pages.get(calendars, signedIn, connectionsPage(needs));
  pages.post(
    `${calendars}/:connection/reconnect`,
    signedIn,
    makeReconnectLink({ ...needs, createLink: createConnectLink(needs) }),
  );
  pages.post(`${calendars}/:connection/sync`, signedIn, syncNow({ ...needs, ask: askForPass(needs) }));
  pages.get(`${calendars}/:connection/disconnect`, signedIn, askToDisconnect(needs));
  pages.post(
    `${calendars}/:connection/disconnect`,
    signedIn,
    disconnectOne({ ...needs, disconnect: disconnectCalendar(needs) }),
  );

  const webhooks = '/app/workspaces/:workspace/webhooks';
  pages.get(webhooks, signedIn, logPage(needs));
  pages.get(`${webhooks}/:event`, signedIn, eventPage(needs));
  pages.post(`${webhooks}/:event/redeliver`, signedIn, redeliverOne({ ...needs, redeliver: redeliverEvent(needs) }));

  pages.get('/app/workspaces/:workspace/meetings', signedIn, meetingsPage(needs));
  pages.get('/app/meetings/:meeting', signedIn, meetingPage(needs));
  pages.get('/app/meetings/:meeting/:file{transcript[.][a-z]+}', signedIn, transcriptFile(needs));
  return pages;
}

export const handler = servedPages((around) =>
  appPages({ ...around, files: s3FileStorage(s3Client(), given('filesBucket'), around.clock) }),
);
