import { pageApp, pageRoutes } from '#shared/api/page-kit/page-app';
import { requireSession } from '#shared/api/page-kit/session';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { keepsMail } from '#shared/wiring/keeps-mail';
import { servedPages } from '#shared/wiring/pages';
import { uploadStorageFromEnvironment } from '#shared/wiring/uploads';
import { agentCodePage, createAgentCode } from './agent-code/agent-code-page.ts';
import { agentsPage, disconnectAgent } from './agents/agents-page.ts';
import { apiKeyPage, replaceApiKey } from './api-key/api-key-page.ts';
import { auditEventsPage } from './audit-events/audit-events-page.ts';
import { companiesPage } from './companies/companies-page.ts';
import { companyPage } from './companies/company-page.ts';
import { createReconnectLink, disconnect, disconnectPage, syncNow } from './connections/connection-actions.ts';
import { connectionsPage } from './connections/connections-page.ts';
import { feedsPage } from './connections/feeds-page.ts';
import { changeConversation, conversationPage, conversationTranscript } from './conversation/conversation-page.ts';
import { correctSegment } from './conversation/correct-segment.ts';
import { nameSpeakers } from './conversation/name-speakers.ts';
import { conversationsPage } from './conversations/conversations-page.ts';
import { type AppDependencies, type AppPagesContext, appDependencies } from './dependencies.ts';
import { createExport } from './exports/create-export.ts';
import { exportPage } from './exports/export-page.ts';
import { createFolder, newFolderPage } from './folders/create-folder.ts';
import { changeFolder, folderPage, removeFolder } from './folders/folder-page.ts';
import { createWorkspace, homePage } from './home/home-page.ts';
import { liveTranscript } from './meeting/live-transcript.ts';
import { meetingPage, transcriptFile } from './meeting/meeting-page.ts';
import { meetingsPage } from './meetings/meetings-page.ts';
import { createOrders, newOrderPage } from './orders/new-order-page.ts';
import { cancelOrder, confirmOrder, fulfillOrder, orderPage } from './orders/order-page.ts';
import { orderTranslation } from './orders/order-translation.ts';
import { ordersPage } from './orders/orders-page.ts';
import { mailDocument, mailPage, outboxPage } from './outbox/outbox-pages.ts';
import { peoplePage } from './people/people-page.ts';
import { personPage } from './people/person-page.ts';
import { accept, invitationPage } from './team/invitation-page.ts';
import { changeMembership, membershipPage, removeFromTeam, sendAgain } from './team/membership-page.ts';
import { invite, teamPage } from './team/team-page.ts';
import { deletePermanently, deletionPage, restore } from './trash/delete-permanently.ts';
import { moveToTrash } from './trash/move-to-trash.ts';
import { trashPage } from './trash/trash-page.ts';
import { beginUpload, finishUpload, signLinks } from './uploads/send-upload.ts';
import { uploadPage } from './uploads/upload-page.ts';
import { usagePage } from './usage/usage-page.ts';
import { eventPage, redeliver } from './webhooks/event-page.ts';
import { eventsPage } from './webhooks/events-page.ts';

type Routes = ReturnType<typeof pageRoutes<AppDependencies>>;

/** The pages of signed-in users. */
export function appPages(context: AppPagesContext) {
  const pages = pageApp(context.kit);
  const { get, post } = pageRoutes(pages, appDependencies(context), requireSession);
  get('/', homePage);
  get('/app', homePage);
  post('/app/workspaces', createWorkspace);

  get('/settings/personal/api', apiKeyPage);
  post('/settings/personal/api', replaceApiKey);

  get('/settings/personal/agents', agentsPage);
  post('/settings/personal/agents', disconnectAgent);

  get('/app/agent_sessions/new', agentCodePage);
  post('/app/agent_sessions/new', createAgentCode);

  calendarRoutes({ get, post });
  teamRoutes({ get, post });

  get('/app/workspaces/:workspace/webhooks', eventsPage);
  get('/app/workspaces/:workspace/webhooks/:event', eventPage);
  post('/app/workspaces/:workspace/webhooks/:event/redeliver', redeliver);

  get('/app/workspaces/:workspace/usage', usagePage);
  get('/app/workspaces/:workspace/audit_events', auditEventsPage);

  meetingRoutes({ get });

  get('/app/workspaces/:workspace/people', peoplePage);
  get('/app/people/:person', personPage);
  get('/app/workspaces/:workspace/companies', companiesPage);
  get('/app/companies/:company', companyPage);

  get('/app/workspaces/:workspace/conversations', conversationsPage);
  get('/app/workspaces/:workspace/trash', trashPage);
  get('/app/conversations/:conversation', conversationPage);
  post('/app/conversations/:conversation', changeConversation);
  post('/app/conversations/:conversation/segments/:segment', correctSegment);
  post('/app/conversations/:conversation/speakers', nameSpeakers);
  post('/app/conversations/:conversation/trash', moveToTrash);
  post('/app/conversations/:conversation/restore', restore);
  get('/app/conversations/:conversation/delete', deletionPage);
  post('/app/conversations/:conversation/delete', deletePermanently);
  post('/app/conversations/:conversation/exports', createExport);
  get('/app/exports/:export', exportPage);
  post('/app/conversations/:conversation/translations', orderTranslation);
  get('/app/workspaces/:workspace/uploads', uploadPage);
  post('/app/workspaces/:workspace/uploads', beginUpload);
  post('/app/workspaces/:workspace/uploads/:upload/links', signLinks);
  post('/app/workspaces/:workspace/uploads/:upload/complete', finishUpload);
  get('/app/workspaces/:workspace/orders', ordersPage);
  get('/app/workspaces/:workspace/orders/new', newOrderPage);
  post('/app/workspaces/:workspace/orders', createOrders);
  get('/app/orders/:order', orderPage);
  post('/app/orders/:order/confirm', confirmOrder);
  post('/app/orders/:order/fulfill', fulfillOrder);
  post('/app/orders/:order/cancel', cancelOrder);
  get('/app/conversations/:conversation/:file{transcript[.][a-z]+}', conversationTranscript);
  get('/app/workspaces/:workspace/folders', newFolderPage);
  post('/app/workspaces/:workspace/folders', createFolder);
  get('/app/workspaces/:workspace/folders/:folder', folderPage);
  post('/app/workspaces/:workspace/folders/:folder', changeFolder);
  post('/app/workspaces/:workspace/folders/:folder/delete', removeFolder);

  if (context.keepsMail) {
    get('/app/outbox', outboxPage);
    get('/app/outbox/:mail', mailPage);
    get('/app/outbox/:mail/html', mailDocument);
  }
  return pages;
}

function meetingRoutes({ get }: Pick<Routes, 'get'>): void {
  get('/app/workspaces/:workspace/meetings', meetingsPage);
  get('/app/meetings/:meeting', meetingPage);
  get('/app/meetings/:meeting/live', liveTranscript);
  get('/app/meetings/:meeting/:file{transcript[.][a-z]+}', transcriptFile);
}

/** Connected calendars, and feeds. */
function calendarRoutes({ get, post }: Pick<Routes, 'get' | 'post'>): void {
  get('/app/workspaces/:workspace/connections', connectionsPage);
  get('/app/workspaces/:workspace/connections/feeds', feedsPage);
  post('/app/workspaces/:workspace/connections/:connection/reconnect', createReconnectLink);
  post('/app/workspaces/:workspace/connections/:connection/sync', syncNow);
  get('/app/workspaces/:workspace/connections/:connection/disconnect', disconnectPage);
  post('/app/workspaces/:workspace/connections/:connection/disconnect', disconnect);
}

/** The users of a workspace, and invitations. */
function teamRoutes({ get, post }: Routes): void {
  get('/app/workspaces/:workspace/team', teamPage);
  post('/app/workspaces/:workspace/team', invite);
  get('/app/workspaces/:workspace/team/:membership', membershipPage);
  post('/app/workspaces/:workspace/team/:membership', changeMembership);
  post('/app/workspaces/:workspace/team/:membership/invitation', sendAgain);
  post('/app/workspaces/:workspace/team/:membership/remove', removeFromTeam);
  get('/app/invitations/:membership', invitationPage);
  post('/app/invitations/:membership', accept);
}

export const handler = servedPages((context) =>
  appPages({
    ...context,
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
    uploadStorage: uploadStorageFromEnvironment(),
    keepsMail: keepsMail(),
  }),
);
