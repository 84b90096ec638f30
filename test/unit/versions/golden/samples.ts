import { presentAgentSession } from '#shared/accounts/agent-sessions/present';
import { presentAuditEvent } from '#shared/accounts/audit-events/present';
import { presentMember } from '#shared/accounts/members/present';
import { presentMembership } from '#shared/accounts/memberships/present';
import { presentAgent } from '#shared/accounts/oauth/present';
import { presentUsage } from '#shared/accounts/usage/present';
import { presentWorkspace } from '#shared/accounts/workspaces/present';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { presentConnectLink } from '#shared/calendars/consent/present';
import { presentCalendarFeed } from '#shared/calendars/feeds/present';
import { presentBot } from '#shared/capture/bots/present';
import { presentLiveTranscript } from '#shared/capture/live-transcripts/present';
import { presentSummaryTemplate } from '#shared/capture/summaries/present';
import { presentFile } from '#shared/foundation/files/present';
import { presentList } from '#shared/foundation/http/response/list';
import { presentMemberErasure } from '#shared/lifecycle/erasures/present';
import { presentBrandKit } from '#shared/meetings/brand-kits/present';
import { presentCalendarEvent } from '#shared/meetings/calendar-events/present';
import { presentCompany } from '#shared/meetings/companies/present';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { presentPersonRecord } from '#shared/meetings/people/present';
import { presentResults, presentSegment, presentTranscriptHead } from '#shared/meetings/results/present';
import { presentPolicy } from '#shared/meetings/settings/policies/present';
import { presentAssignment, presentSettings, presentValues } from '#shared/meetings/settings/present';
import { presentConversationSummary } from '#shared/texts/conversation-summaries/present';
import { presentConversation } from '#shared/texts/conversations/present';
import { presentExport } from '#shared/texts/exports/present';
import { presentFolder } from '#shared/texts/folders/present';
import { presentGlossaryWithTerms } from '#shared/texts/glossaries/present';
import { presentTranslationTask } from '#shared/texts/orders/deprecated-paths/present';
import { presentOrder } from '#shared/texts/orders/present';
import { presentSearchHit } from '#shared/texts/search/present';
import { presentStyleGuide } from '#shared/texts/style-guides/present';
import { presentUpload } from '#shared/texts/uploads/present';
import { presentAttempt, presentWebhookEvent } from '#shared/webhooks/delivery/present';
import {
  presentWebhookEndpoint,
  presentWebhookRedelivery,
  presentWebhookTest,
} from '#shared/webhooks/endpoints/present';
import { presentWebhookEndpointStats } from '#shared/webhooks/stats/present';
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
