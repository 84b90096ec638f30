import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { consentAttemptStore } from '#shared/calendars/consent/attempts-store';
import { connectLinkStore } from '#shared/calendars/consent/connect-links-store';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { memberStore } from '#shared/members/store';
import { pageApp } from '#shared/page-kit/page-app';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import type { PageSurroundings } from '#shared/wiring/pages';
import { workspaceStore } from '#shared/workspaces/store';
import { askForConsent } from './ask-for-consent.ts';
import { begin } from './begin.ts';
import { comeBack } from './come-back.ts';
import type { Connecting } from './connecting.ts';

interface Around extends PageSurroundings {
  readonly providers: Connecting['providers'];
}

export function connectPages(around: Around) {
  const needs: Connecting = {
    ...around,
    connections: calendarConnectionStore(around.table),
    syncs: calendarSyncStore(around.table),
    links: connectLinkStore(around.table),
    attempts: consentAttemptStore(around.table),
    members: memberStore(around.table),
    workspaces: workspaceStore(around.table),
    secrets: oneTimeSecrets(around),
    redirectUri: `${around.kit.appUrl}/connect/callback`,
  };
  const pages = pageApp(around.kit);
  pages.get('/connect/callback', comeBack(needs));
  pages.get('/connect/:link{ccl_[^/]+}', askForConsent(needs));
  pages.post('/connect/:link{ccl_[^/]+}/:provider', begin(needs));
  return pages;
}
