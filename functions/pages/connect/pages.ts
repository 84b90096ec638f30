import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { consentAttemptStore } from '#shared/calendars/consent/attempts-store';
import { connectLinkStore } from '#shared/calendars/consent/connect-links-store';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { memberStore } from '#shared/members/store';
import { pageApp } from '#shared/page-kit/page-app';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import type { PageContext } from '#shared/wiring/pages';
import { workspaceStore } from '#shared/workspaces/store';
import { askForConsent } from './ask-for-consent.ts';
import { begin } from './begin.ts';
import { comeBack } from './come-back.ts';
import type { Connecting } from './connecting.ts';

interface Around extends PageContext {
  readonly providers: Connecting['providers'];
}

export function connectPages(context: Around) {
  const needs: Connecting = {
    ...context,
    connections: calendarConnectionStore(context.table),
    syncs: calendarSyncStore(context.table),
    links: connectLinkStore(context.table),
    attempts: consentAttemptStore(context.table),
    members: memberStore(context.table),
    workspaces: workspaceStore(context.table),
    secrets: oneTimeSecrets(context),
    redirectUri: `${context.kit.appUrl}/connect/callback`,
  };
  const pages = pageApp(context.kit);
  pages.get('/connect/callback', comeBack(needs));
  pages.get('/connect/:link{ccl_[^/]+}', askForConsent(needs));
  pages.post('/connect/:link{ccl_[^/]+}/:provider', begin(needs));
  return pages;
}
