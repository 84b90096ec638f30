import { pageApp } from '#shared/pages/page-app';
import { oneTimeSecrets } from '#shared/providers/one-time-secrets';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarSyncStore } from '#shared/storage/calendar-syncs';
import { connectLinkStore } from '#shared/storage/connect-links';
import { consentAttemptStore } from '#shared/storage/consent-attempts';
import { memberStore } from '#shared/storage/members';
import { workspaceStore } from '#shared/storage/workspaces';
import type { PageSurroundings } from '#shared/wiring/pages';
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
