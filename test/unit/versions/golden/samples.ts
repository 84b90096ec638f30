import { presentAgentSession } from '#shared/agent-sessions/present';
import { presentAuditEvent } from '#shared/audit-events/present';
import { presentBot } from '#shared/bots/present';
import { presentBrandKit } from '#shared/brand-kits/present';
import { presentCalendarEvent } from '#shared/calendar-events/present';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { presentConnectLink } from '#shared/calendars/consent/present';
import { presentCalendarFeed } from '#shared/calendars/feeds/present';
import { presentCompany } from '#shared/companies/present';
import { presentConversationSummary } from '#shared/conversation-summaries/present';
import { presentConversation } from '#shared/conversations/present';
import { presentMemberErasure } from '#shared/erasures/present';
import { presentExport } from '#shared/exports/present';
import { presentFile } from '#shared/files/present';
import { presentFolder } from '#shared/folders/present';
import { presentGlossaryWithTerms } from '#shared/glossaries/present';
import { presentList } from '#shared/http/response/list';
import { presentLiveTranscript } from '#shared/live-transcripts/present';
import { presentMeeting } from '#shared/meetings/present';
import { presentMember } from '#shared/members/present';
import { presentMembership } from '#shared/memberships/present';
import { presentAgent } from '#shared/oauth/present';
import { presentTranslationTask } from '#shared/orders/deprecated-paths/present';
import { presentOrder } from '#shared/orders/present';
import { presentPersonRecord } from '#shared/people/present';
import { presentResults, presentSegment, presentTranscriptHead } from '#shared/results/present';
import { presentSearchHit } from '#shared/search/present';
import { presentPolicy } from '#shared/settings/policies/present';
import { presentAssignment, presentSettings, presentValues } from '#shared/settings/present';
import { presentStyleGuide } from '#shared/style-guides/present';
import { presentSummaryTemplate } from '#shared/summaries/present';
import { presentUpload } from '#shared/uploads/present';
import { presentUsage } from '#shared/usage/present';
import { presentAttempt, presentWebhookEvent } from '#shared/webhooks/delivery/present';
import {
  presentWebhookEndpoint,
  presentWebhookRedelivery,
  presentWebhookTest,
} from '#shared/webhooks/endpoints/present';
import { presentWebhookEndpointStats } from '#shared/webhooks/stats/present';
import { presentWorkspace } from '#shared/workspaces/present';
import * as a from './builders.ts';

/**
 * A presented sample of each resource, by its `object`, and behind a dot what sets a further one apart: the newest shape, with data for older versions in `legacy`.
 * Metadata and a receiver's headers look like resources and must stay unchanged.
 */
export const samples: Readonly<Record<string, () => unknown>> = {
  agent: () => presentAgent(a.agent, a.workspace.id),
  agent_session: () => presentAgentSession('rap_one', a.workspace),
  bot: () => presentBot(a.failedBot),
  brand_kit: () =>
    presentBrandKit(a.kit, { owner: a.workspace, workspaceIds: a.kit.workspaceIds }, { links: a.links, now: a.noon }),
  calendar_connection: () => presentCalendarConnection(a.brokenConnection),
  calendar_connect_link: () => presentConnectLink(a.link, 'https://app.example.test/connect/ccl_one?key=x'),
  calendar_feed: () => presentCalendarFeed(a.feed),
  calendar_event: () => presentCalendarEvent(a.event),
  company: () => presentCompany(a.company),
  conversation: () => presentConversation(a.conversation),
  'conversation.converted': () => presentConversation(a.converted),
  conversation_summary: () => presentConversationSummary(a.conversationSummary),
  export: () => presentExport(a.readyExport, a.noon, 'https://files.example.test/exp_one?signature=x'),
  file: () => presentFile(a.file, 'https://api.example.test/api/v1/files/file_one/content?expires=1&signature=x'),
  search_hit: () => presentSearchHit(a.searchHit),
  live_transcript: () => presentLiveTranscript(a.liveMeetingId, a.liveAddress),
  folder: () => presentFolder(a.folder),
  glossary: () => presentGlossaryWithTerms(a.glossary, a.terms),
  list: () =>
    presentList(
      { items: [a.workspace], next: 'x' },
      (one) => presentWorkspace(one, 'owner', 3),
      a.requestUrl,
      a.cursorSigner,
    ),
  meeting: () => presentMeeting(a.meeting, { now: a.noon, withSettings: true }),
  meeting_results: () => presentResults(a.meeting, a.content),
  member: () => presentMember(a.member, presentValues(a.resolved.values)),
  member_erasure: () => presentMemberErasure(a.memberErasure),
  membership: () => presentMembership(a.membership, a.workspace),
  order: () => presentOrder(a.order, 'whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA='),
  person: () => presentPersonRecord(a.person),
  policy: () => presentPolicy({ ...a.resolved, ...a.owners, dropped: {} }),
  settings: () => presentSettings(a.settings),
  settings_assignment: () => presentAssignment(a.assignment),
  style_guide: () => presentStyleGuide(a.styleGuide),
  summary_template: () => presentSummaryTemplate(a.template),
  transcript: () => ({
    ...presentTranscriptHead({ meeting_id: a.meeting.id }, a.transcript),
    segments: a.transcript.segments.map((segment) => presentSegment(segment, true)),
  }),
  translation_task: () => presentTranslationTask(a.task),
  upload: () => presentUpload(a.upload, a.uploadLinks),
  audit_event: () => presentAuditEvent(a.auditEvent),
  usage: () => presentUsage(a.usage),
  webhook_endpoint: () => presentWebhookEndpoint(a.endpoint, 'whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA='),
  webhook_endpoint_stats: () => presentWebhookEndpointStats(a.endpointStats),
  webhook_event: () => ({ ...presentWebhookEvent(a.delivery), attempts: [presentAttempt(a.attempt)], data: null }),
  webhook_redelivery: () => presentWebhookRedelivery(a.redelivered, { count: 2, until: a.noon, hasMore: true }),
  webhook_test: () => presentWebhookTest('bot.failed', a.attempt),
  workspace: () => presentWorkspace(a.workspace, 'admin', 3),
};
