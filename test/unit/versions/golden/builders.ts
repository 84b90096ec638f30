import type { Member } from '#shared/accounts/members/rules/member';
import type { Membership } from '#shared/accounts/memberships/rules/membership';
import type { Agent } from '#shared/accounts/oauth/agents-store';
import type { UsageAnswer } from '#shared/accounts/usage/present';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import type { LiveAddress } from '#shared/capture/live-transcripts/commands/issue-ticket';
import type { AuditEvent } from '#shared/foundation/audit-events/rules/audit-event';
import type { Listed } from '#shared/foundation/core/catalog';
import type { UserId } from '#shared/foundation/core/ids';
import { DAY_MS, later } from '#shared/foundation/core/time';
import type { FileLinks } from '#shared/foundation/files/ports';
import type { StoredFile } from '#shared/foundation/files/rules/stored-file';
import type { CursorSigner } from '#shared/foundation/http/ports';
import type { RequestUrl } from '#shared/foundation/http/request/request-url';
import type { MemberErasure } from '#shared/lifecycle/erasures/commands/erase-member';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { type BrandKit, PLAIN_LOOK } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Company } from '#shared/meetings/companies/rules/company';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { Person } from '#shared/meetings/people/rules/person';
import type { ResultsContent } from '#shared/meetings/results/present';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { DEFAULTS_ALONE, resolveForScope, type SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';
import type { Settings, SettingsAssignment } from '#shared/meetings/settings/rules/settings';
import type { SummaryTemplate } from '#shared/meetings/summaries/rules/summary-template';
import type { ShownSummary } from '#shared/texts/conversation-summaries/present';
import {
  type ConversationInMeeting,
  type ConversationWithMeeting,
  conversationOf,
} from '#shared/texts/conversations/rules/conversation';
import { createExport, type Export, endExport } from '#shared/texts/exports/rules/export';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';
import type { Order } from '#shared/texts/orders/rules/order';
import type { SearchHit } from '#shared/texts/search/ports';
import type { StyleGuide } from '#shared/texts/style-guides/rules/style-guide';
import type { MediaUpload } from '#shared/texts/uploads/rules/upload';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { DeliverySpan } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { HEALTHY, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { StatsAnswer } from '#shared/webhooks/stats/present';
import { summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { aBot, minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, anId, aRecording } from '#test/unit/meetings/rules/a-meeting';
import { aDeliveryIdentity, anOutcome } from '#test/unit/webhooks/delivery/rules/a-delivery';

/** One of each resource, with fixed ids and times, and a value in every optional field. */

export { noon };

/** Data of a partner that looks like a resource. */
const decoy = {
  object: 'calendar_connection',
  method: 'mine',
  legacy: 'theirs',
  created_at: '2026-11-02T12:00:00.000Z',
};
const ada = { name: 'Ada', email: 'ada@acme.test', memberId: anId('mem', 'ada') };
const times = { createdAt: minutes(-600), updatedAt: minutes(-5) };
const workspaceId = anId('wks');

const recorded = {
  startedAt: minutes(1),
  endedAt: minutes(31),
  recordingAvailableAt: minutes(32),
  results: { ...aBot.completed.results, transcript: 'failed', transcriptLanguage: null, summary: 'none' },
  files: [],
} as const;

export const failedBot: Bot = {
  ...aBot.failed,
  ...{ id: anId('bot'), workspaceId, meetingId: anId('mtg'), joinAt: minutes(-3), welcomeMessage: 'Hello.' },
  ...{ reason: 'transcription_failed', reasonMessage: 'Nobody could make it out.' },
  ...{ startedAt: recorded.startedAt, endedAt: recorded.endedAt, recorded },
  participants: [{ name: 'Ada', email: 'ada@acme.test' }],
  metadata: { crm: { deal: [1, null, { object: 'bot' }] }, ...decoy },
};

export const brokenConnection: CalendarConnection = {
  ...{ id: anId('cal'), workspaceId, memberId: ada.memberId, provider: 'microsoft', accountEmail: 'ada@acme.test' },
  ...{ status: 'error', error: { code: 'access_revoked', message: 'Access was taken back.' } },
  ...{ connectedAt: minutes(-600), lastSyncedAt: minutes(-15), warnings: [], createdAt: minutes(-600) },
};

export const link: ConnectLink = {
  ...{ id: anId('ccl'), workspaceId, secretDigest: 'one', whose: { memberId: ada.memberId }, provider: 'google' },
  ...{ emailMatch: 'exact', returnUrl: 'https://partner.test/back?tab=mine#top', state: 'x', returnNamesMember: false },
  ...{ metadata: decoy, used: null, createdAt: noon, expiresAt: minutes(24 * 60) },
};

export const event = anEvent('ada', {
  ...{ recurring: true, organizer: ada, metadata: decoy, cancelledAt: minutes(-1), updatedAt: minutes(-1) },
  attendees: [anAttendee('ada@acme.test', ada), anAttendee('ben@other.test', { response: 'needs_action' })],
});

export const file: StoredFile = {
  ...{ id: anId('file'), workspaceId, copyFor: null, filename: 'logo.png', contentType: 'image/png', size: 1_024 },
  createdAt: minutes(-600),
};

export const kit: BrandKit = {
  ...PLAIN_LOOK,
  ...{ id: anId('brk'), workspaceId, workspaceIds: [workspaceId], name: 'Acme', metadata: decoy, ...times },
  images: { 'bot.tile.logo.file': { fileId: anId('file'), copyId: anId('file', 'copy') } },
};

/** File links that do not change. */
export const links: FileLinks = {
  to: async (id) => `https://api.example.test/api/v1/files/${id}/content?expires=1&signature=x`,
  holds: async () => true,
};

const ownLayer: SettingsLayer = {
  ...{ assignmentId: anId('asg', 'own'), settingsId: anId('set', 'own'), category: 'always' },
  values: { 'recording.enabled': true },
};
const workspaceLayer: SettingsLayer = {
  ...{ assignmentId: anId('asg', 'external'), settingsId: anId('set', 'external'), category: 'external' },
  values: { 'summary.template': 'sales_call' },
};

export const meeting: Meeting = aMeeting({
  conversationId: anId('con'),
  ...{
    organizer: ada,
    calendarEvent: { ...event, cancelledAt: null },
    carriers: [aLinkedEvent('ada')],
    metadata: decoy,
  },
  settings: {
    ...DEFAULTS_ALONE,
    layers: { own: [ownLayer], members: {}, workspace: [workspaceLayer] },
    external: true,
  },
  recordings: [
    aRecording({
      ...{ status: 'completed', startedAt: minutes(1), endedAt: minutes(31), hasMedia: true },
      results: aBot.completed.results,
    }),
  ],
});

export const conversation: ConversationInMeeting = {
  conversation: {
    ...conversationOf(meeting, anId('con'), minutes(-5)),
    folderId: anId('fol'),
    tags: ['renewal'],
    metadata: decoy,
  },
  meeting,
};

/** Subtitles that no order made. */
export const converted: ConversationWithMeeting = {
  conversation: {
    ...{ id: anId('con', 'subtitles'), workspaceId, name: 'Planning', language: 'en', folderId: null, tags: [] },
    ...{ orderId: null, kind: 'subtitles', sourceConversationId: anId('con'), metadata: decoy, ...times },
    ...{ state: 'automatic_done', text: { revision: '1', durationSeconds: 1_800 } },
  },
  meeting: null,
};

export const conversationSummary: ShownSummary = {
  ...{ conversationId: anId('con'), meeting, state: 'ready', id: anId('sum'), template: null, language: null },
  content: {
    ...{ engine: 'extractive', language: 'en', template: 'general', title: 'Renewal', markdown: '# Renewal' },
    sections: [{ key: 'overview', title: 'Overview', markdown: 'The contract is renewed.' }],
    actionItems: [{ text: 'Send the contract.', assigneeName: 'Ada', start: 12.5 }],
  },
};

export const upload: MediaUpload = {
  ...{ id: anId('upl'), workspaceId, filename: 'call.mp4', createdAt: noon },
  ...{ status: 'parts', sizeBytes: 9_000_000, multipartId: 'x' },
};

/** An upload never has all of them. */
export const uploadLinks = {
  signedUrl: 'https://files.example.test/one?signature=x',
  parts: [{ number: 1, signed_url: 'https://files.example.test/one?part=1&signature=x' }],
  url: 'https://files.example.test/one',
  expiresAt: minutes(60),
};
export const readyExport: Export = endExport(
  createExport(
    {
      ...{ workspaceId, conversationIds: [anId('con')], format: 'txt', fileStem: null, style: 'default' },
      options: { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true },
    },
    anId('exp'),
    minutes(-5),
  ),
  { key: 'wks_one/exports/exp_one', name: 'Renewal.txt', contentType: 'text/plain', sizeBytes: 1024 },
  minutes(-4),
);

export const order: Order = {
  ...{ id: anId('ord'), workspaceId, kind: 'translation', service: 'auto', name: 'Planning', language: 'en' },
  ...{ targetLanguages: ['fr', 'de'], sourceConversationId: anId('con'), folderId: anId('fol'), tags: ['renewal'] },
  ...{ price: { currency: 'EUR', centHundredths: 1_250 }, sourceSeconds: 1_800 },
  glossaryIds: [anId('glo')],
  styleGuideId: anId('sty'),
  operations: [
    {
      id: anId('opr'),
      kind: 'translation',
      targetLanguage: 'fr',
      conversationId: anId('con', 'french'),
      state: 'done',
      issues: { count: 1, first: [{ segmentId: 'seg_4', kind: 'number', missing: '12' }] },
    },
    {
      ...{
        id: anId('opr', 'second'),
        kind: 'translation',
        targetLanguage: 'de',
        conversationId: anId('con', 'german'),
      },
      ...{ state: 'failed', failureReason: 'translation_failed' },
    },
  ],
  ...{ metadata: decoy, ...times, state: 'fulfilled', submittedAt: minutes(1), endedAt: minutes(2) },
};

export const task: Order = { ...order, targetLanguages: ['fr'], operations: order.operations.slice(0, 1) };

export const membership: Membership = {
  ...{ id: anId('mbr'), workspaceId, userId: anId('usr'), email: 'ada@acme.test', role: 'admin', status: 'active' },
  ...{ invitedAt: noon, ...times },
};

export const feed: CalendarFeed = {
  ...{ id: anId('cfd'), workspaceId, memberId: anId('mem'), host: 'calendar.example.test', urlHash: 'hash' },
  ...{ lastSyncedAt: noon, createdAt: noon },
  warnings: [
    {
      ...{ code: 'unreadable_series', count: 1, lastSeenAt: noon },
      examples: [{ icalUid: 'weekly@acme.test', what: 'RRULE', line: 12 }],
    },
  ],
  ...{ status: 'error', error: { code: 'not_found', message: 'The URL leads to no calendar any more.' } },
};

export const searchHit: SearchHit = {
  conversationId: anId('con'),
  meetingId: anId('mtg'),
  title: 'Weekly',
  startsAt: noon,
  startSeconds: 23.387,
  speaker: 'Maya',
  snippet: 'The beta launch moves to Tuesday.',
};

export const liveMeetingId = anId('mtg');

export const liveAddress: LiveAddress = { url: 'wss://live.example.test?ticket=one', expiresAt: minutes(1) };

export const folder: FolderWithPath = {
  folder: { id: anId('fol'), workspaceId, name: 'Renewals', parentId: anId('fol', 'parent'), ...times },
  path: 'Sales/Renewals',
  conversationsCount: 1,
};

export const memberErasure: MemberErasure = {
  member: {
    ...{ id: anId('mem'), workspaceId, addressHash: null, personId: null, nameHash: null },
    ...{ removedAt: noon, erasedAt: noon },
  },
  status: 'erasing',
};

export const person: Person = {
  ...{ id: anId('per'), workspaceId, email: 'grace@navy.test', ownName: null, invitedName: 'Grace Hopper' },
  ...{ memberId: anId('mem'), companyId: anId('com'), metadata: decoy, ...times },
  numbers: { meetingsCount: 2, firstMetAt: noon, lastMetAt: noon, nextMeetingAt: noon, changesAt: noon },
  countedAt: noon,
};

export const company: Company = {
  ...{ id: anId('com'), workspaceId, domain: 'navy.test', name: 'Navy', peopleCount: 2, lastMetAt: noon },
  ...{ metadata: decoy, ...times },
};

export const glossary: Listed<Glossary> = {
  state: {
    ...{ id: anId('glo'), workspaceId, name: 'Products', sourceLanguage: 'en', targetLanguages: ['fr', 'pt-BR'] },
    ...{ terms: { revision: '1', count: 1, languages: ['fr'] }, ...times },
  },
  isDefault: true,
};

export const terms: readonly GlossaryTerm[] = [
  { source: 'workspace', targets: { fr: 'espace de travail' }, caseSensitive: false },
];

export const styleGuide: Listed<StyleGuide> = {
  state: {
    ...{ id: anId('sty'), workspaceId, name: 'Broadcast', operation: 'subtitles', ...times },
    style: { isVerbatim: false, fixGrammar: true, sdh: true, speakerId: 'dash', notationTags: false },
    limits: {
      ...{ maxCharactersPerLine: 37, maxLines: 2, maxCharactersPerSecond: 17 },
      ...{ minDurationMs: 1000, maxDurationMs: 6000, minGapMs: 80 },
    },
  },
  isDefault: true,
};

export const transcript: Transcript = {
  language: 'en',
  speakers: [{ id: 'spk_1', name: 'Ada' }],
  segments: [
    {
      ...{ id: 'seg_1', speakerId: 'spk_1', start: 1.08, end: 8.79, text: '{"object":"workspace"}', confidence: 0.94 },
      words: [{ text: 'Hello', start: 1.08, end: 1.41, confidence: null }],
    },
  ],
};

export const content: ResultsContent = {
  transcript,
  ...{ transcriptUrl: 'https://files.test/transcript', withSegments: true, withWords: true },
  summary: {
    engine: 'extractive' as const,
    ...{ language: 'en', template: 'general', title: 'Planning', markdown: '# Planning' },
    sections: [{ key: 'object', title: 'workspace', markdown: 'We planned.' }],
    actionItems: [{ text: 'Write it down', assigneeName: 'Ada', start: 512 }],
  },
  files: [
    {
      botId: anId('bot'),
      file: { kind: 'audio', contentType: 'audio/wav', sizeBytes: 52_428, key: 'audio.wav' },
      url: 'https://files.test/audio',
    },
  ],
  linksExpireAt: minutes(60),
};

export const member: Member = {
  ...{ id: ada.memberId, workspaceId, name: 'Ada', email: 'ada@acme.test', metadata: { ...decoy, policy: 'theirs' } },
  ...{ choices: [], connections: [{ id: anId('cal'), provider: 'google', status: 'active' }], feeds: [], ...times },
};

export const resolved = resolveForScope([ownLayer]);
export const owners = {
  workspaceId,
  workspaceLayers: [workspaceLayer],
  member: { id: ada.memberId, layers: [ownLayer] },
};

export const assignment: SettingsAssignment = {
  ...{ id: anId('asg'), settingsId: anId('set'), workspaceId, ...times },
  scope: { owner: { type: 'member', id: ada.memberId }, category: 'external' },
};

export const settings: Settings = {
  ...{ id: anId('set'), workspaceId, assignments: [assignment], ...times },
  values: { 'recording.enabled': true, 'recording.methods.bot.mode': 'inherit' },
};

export const template: SummaryTemplate = {
  ...{ id: anId('tpl'), workspaceId, name: 'Weekly', instructions: 'Be short.', ...times },
  sections: [{ key: 'object', title: 'workspace', instructions: 'What was decided.' }],
};

export const endpoint: WebhookEndpoint = {
  ...{ id: anId('whe'), workspaceId, url: 'https://partner.test/hooks', enabledEvents: ['bot.failed'] },
  ...{ status: 'enabled', pin: '2026-10-09', sealedSecrets: [], metadata: decoy, ...times },
  maxPerSecond: 10,
  headers: { names: ['authorization'], sealed: 'c2VhbGVk' },
  filters: { 'bot.failed': [{ path: 'metadata.team', operator: 'equals', value: 'sales' }] },
  ...HEALTHY,
  disableAfterHours: 72,
};

export const attempt: Attempt = {
  ...anOutcome({ responseStatus: 200, responseBody: 'noted', responseHeaders: { ...decoy, object: 'workspace' } }),
  number: 1,
};

export const delivery: Delivery = {
  ...aDeliveryIdentity({ apiVersion: '2026-10-09' }),
  ...{ status: 'delivered', attemptsCount: 1, firstAttempt: attempt, deliveredAt: noon },
};

export const redelivered: DeliverySpan = {
  ...{ workspaceId, endpointId: anId('whe'), status: 'failed', since: minutes(-600), until: noon },
};

export const workspace: Workspace = {
  ...{ id: workspaceId, number: 123_456_789, name: 'Acme', ownerId: anId('usr'), ownerEmail: 'ada@acme.test' },
  ...{ emailDomains: ['acme.test'], metadata: { ...decoy, object: 'workspace', email_domains: 'theirs' } },
  ...{ archivedAt: null, choices: [], endpoints: [], ...times },
};

export const requestUrl: RequestUrl = { url: 'https://api.example.test/api/v1/workspaces', query: { limit: '1' } };
export const cursorSigner: CursorSigner = { sign: async () => 'sealed', verify: async () => undefined };

const interval = summaryOf(noon, [
  { hour: noon, delivered: 2, failed: 1, responses: { '2xx': 2, timeout: 1 }, histogram: { 21: 2, 40: 1 } },
]);

export const agent: Agent = {
  id: 'usr_01jbzq1f0he2k9m4vxr8t6d5cp-mYx0w1gqQ3o2nTn3JmB7Xw',
  userId: 'usr_01jbzq1f0he2k9m4vxr8t6d5cp' as UserId,
  clientId: 'notes',
  name: 'Notes',
  redirectHost: 'agent.example.com',
  scopes: ['meetings:read'],
  createdAt: noon,
  endsAt: later(noon, 180 * DAY_MS),
};

export const auditEvent: AuditEvent = {
  id: 'aud_01jbzq1f0he2k9m4vxr8t6d5cp' as AuditEvent['id'],
  workspaceId: workspace.id,
  action: 'webhook_endpoint.updated',
  actor: {
    type: 'user',
    userId: 'usr_01jbzq1f0he2k9m4vxr8t6d5cp' as UserId,
    keyLastFour: '4fT9',
  },
  addressHash: 'mYx0w1gqQ3o2nTn3JmB7Xw',
  target: { object: 'webhook_endpoint', id: endpoint.id },
  before: null,
  after: null,
  createdAt: noon,
};

export const usage: UsageAnswer = {
  workspaceId: workspace.id,
  span: { from: '2026-11-01', to: '2026-11-30' },
  by: 'day',
  entries: [{ day: '2026-11-02', memberId: null, kind: 'recorded_minutes', quantity: 61.5 }],
  limits: [{ kind: 'recorded_minutes', month: '2026-11', limit: 70, used: 61.5, threshold: 80 }],
};

export const endpointStats: StatsAnswer = {
  endpointId: endpoint.id,
  span: { from: noon, to: minutes(60), interval: 'hour' },
  total: interval,
  stats: [interval],
};
