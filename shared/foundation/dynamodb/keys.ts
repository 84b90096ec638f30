import { hash } from 'node:crypto';
import type { RequestName } from '#shared/foundation/commands/idempotency-records';
import {
  type BotId,
  type BrandKitId,
  type CalendarId,
  type CompanyId,
  type ConversationId,
  type DeliveryId,
  type ExportId,
  type FolderId,
  idOf,
  type MeetingId,
  type MemberId,
  type OutboxId,
  type PersonId,
  type SettingsId,
  type UserId,
  type WebhookEndpointId,
  type WorkspaceId,
} from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Key } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { OutboxSubject } from '#shared/foundation/events/rules/outbox-subject';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/foundation/infrastructure-names';

/**
 * Keys of the table, with the query that each answers. Three rules: a resource lives at its own id, a natural key is
 * a pointer row, a list is an index partition that yields keys.
 */

/** The sort key of a row that stands alone. */
const ALONE = '.';

/** Any resource, by its id. */
export const resourceKey = (id: string): Key => ({ pk: id, sk: ALONE });

/** The digest of a user's one key. */
export const userKeyKey = (user: UserId): Key => ({ pk: user, sk: 'KEY' });

/** The answer to a request with an Idempotency-Key. */
export const idempotencyRecordKey = ({ userId, digest }: RequestName): Key => ({ pk: userId, sk: `IDEM#${digest}` });

/** A handoff by its code. */
export const handoffKey = (code: string): Key => ({ pk: `CODE#${shortHash(code)}`, sk: ALONE });

/** A user by who they are where they sign in. */
export const subjectKey = (subject: string): Key => ({ pk: `SUB#${shortHash(subject)}`, sk: ALONE });

/** A user by email; asked once, at the first sign-in. */
export const userEmailKey = (email: string): Key => ({ pk: `USERMAIL#${shortHash(email)}`, sk: ALONE });

/** A sign-in under way, by its state. */
export const signInKey = (state: string): Key => ({ pk: `SIGNIN#${shortHash(state)}`, sk: ALONE });

/** Who signed an address up: the browser and the address in one digest, so that neither leads to the other. */
export const signUpKey = ({ browser, email }: { readonly browser: string; readonly email: string }): Key => ({
  pk: `SIGNUP#${shortHash(`${browser} ${email}`)}`,
  sk: ALONE,
});

/** A session by the secret in its browser's cookie: the whole digest, since it is all that stands for the person. */
export const sessionKey = (secret: string): Key => sessionKeyById(sessionIdOf(secret));

/** The same by its id, which is no credential: what a session opened is ended with it. */
export const sessionKeyById = (sessionId: string): Key => ({ pk: `SES#${sessionId}`, sk: ALONE });

export const sessionIdOf = (secret: string): string => hash('sha256', secret, 'base64url');

/** An attempt at consent by the `state` that went to the provider: the whole digest, as of a session. */
export const consentKey = (state: string): Key => ({
  pk: `CONSENT#${hash('sha256', state, 'base64url')}`,
  sk: ALONE,
});

/** A ticket for a live transcript: the whole digest, as of a session. */
export const liveTicketKey = (ticket: string): Key => ({
  pk: `TICKET#${hash('sha256', ticket, 'base64url')}`,
  sk: ALONE,
});

/** The live transcript of a bot, whose rows share a partition. */
export const liveFeedPartition = (bot: BotId): string => `LIVE#${bot}`;
export const liveFeedKey = (bot: BotId): Key => ({ pk: liveFeedPartition(bot), sk: LIVE_FEED });
export const LIVE_FEED = 'FEED';

/** A segment of it; the one that is as many later as are kept takes its place. */
export const liveSegmentKey = (bot: BotId, place: number): Key => ({
  pk: liveFeedPartition(bot),
  sk: `${LIVE_SEGMENTS}${String(place).padStart(3, '0')}`,
});
export const LIVE_SEGMENTS = 'SEGMENT#';

/** A connection that reads it. */
export const liveReaderKey = (bot: BotId, connectionId: string): Key => ({
  pk: liveFeedPartition(bot),
  sk: `${LIVE_READERS}${connectionId}`,
});
export const LIVE_READERS = 'READER#';

interface LivePlaceName {
  readonly id: string;
  readonly userId: UserId;
  readonly meetingId: MeetingId;
}

/** The places of readers in a meeting, and in the index `list` those of a user. */
export const livePlacesOf = (of: MeetingId | UserId): string => `READING#${of}`;
export const livePlaceKey = ({ meetingId, userId, id }: LivePlaceName): Key => ({
  pk: livePlacesOf(meetingId),
  sk: `${userId}#${id}`,
});

/** A partition of the index `list`: what a connection reads. */
export const readingsOf = (connectionId: string): string => `SOCKET#${connectionId}`;

/** The bot of a key that `liveFeedPartition` made. */
export const botOfLiveFeed = (pk: string): BotId | undefined =>
  pk.startsWith('LIVE#') ? idOf('bot', pk.slice('LIVE#'.length)) : undefined;

/** What the authorization server keeps of a kind under an id; the whole digest, since most ids are credentials. */
export const oauthKey = (kind: string, id: string): Key => ({
  pk: `OAUTH#${hash('sha256', `${kind} ${id}`, 'base64url')}`,
  sk: ALONE,
});

/** An agent that a user connected, by its random part; all of a user's begin with `AGENTS`. */
export const agentKey = (user: UserId, random: string): Key => ({ pk: user, sk: `${AGENTS}${shortHash(random)}` });
export const AGENTS = 'AGENT#';

/** That an agent was ended in a workspace, beside the agent. */
export const agentEndKey = (user: UserId, random: string, workspace: WorkspaceId): Key => ({
  pk: user,
  sk: `${agentKey(user, random).sk}#${workspace}`,
});

/** What a user may do in a workspace; all of a user's workspaces begin with `ROLES`. */
export const roleKey = (user: UserId, workspace: WorkspaceId): Key => ({
  pk: user,
  sk: `${ROLES}${workspace}`,
});
export const ROLES = 'WKS#';

/** The invitation of an address to a workspace; all to one address begin with it. */
export const invitationKey = (email: string, workspace: WorkspaceId): Key => ({
  pk: invitationsPartition(email),
  sk: workspace,
});
export const invitationsPartition = (email: string): string => `INVITED#${shortHash(email)}`;

/** A workspace by its nine-digit id. */
export const workspaceNumberKey = (number: number): Key => ({ pk: `WKSNO#${number}`, sk: ALONE });

/** What is kept of a member who was removed. */
export const removedMemberKey = (member: MemberId): Key => ({ pk: member, sk: 'REMOVED' });

/** How many members a workspace has. */
export const membersCountKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'MEMBERS' });

/** How many calendar feeds a workspace has. */
export const feedsCountKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'FEEDS' });

/** Where the folders of a workspace are. */
export const folderTreeKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'FOLDERS' });

/** When retention is applied to a workspace next. */
export const retentionKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: RETENTION });
export const RETENTION = 'RETENTION';

/** How many segments search has of a workspace, and when they are merged next. */
export const searchKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: SEARCH });
export const SEARCH = 'SEARCH';

/**
 * What became of the mails of a workspace, or of all workspaces that a user founded, in 30 days, by their first day; all of
 * them begin with `MAIL_COUNTS`. Of those to members the key names no group.
 */
export const mailCountsKey = (of: WorkspaceId | UserId, group: 'members' | 'strangers', firstDay: string): Key => ({
  pk: mailCountsPartition(of),
  sk: `${MAIL_COUNTS}${firstDay}${group === 'strangers' ? '#strangers' : ''}`,
});
export const MAIL_COUNTS = 'MAILS#';

/** The workspace of a founder whose mails to a group are left out of their counts; one of these, and forgotten with them. */
export const leftOutOfMailCountsKey = (founder: UserId, group: 'members' | 'strangers'): Key =>
  mailCountsKey(founder, group, 'LEFT_OUT');

/** A partition of its own for a founder: what sends mail may write none of users. */
export const mailCountsPartition = (of: WorkspaceId | UserId): string => (of.startsWith('usr_') ? `FOUNDER#${of}` : of);

/** That the mail of the workspaces that a user founded is stopped. */
export const mailStopKey = (founder: UserId): Key => ({ pk: mailCountsPartition(founder), sk: 'MAIL_STOP' });

/** What a workspace used in a month, `2026-11`, or what one of its members did; all of a workspace begin with `USAGE`. */
export const usageKey = (workspace: WorkspaceId, month: string, member?: MemberId): Key => ({
  pk: workspace,
  sk: `${USAGE}${month}${member ? `#${member}` : ''}`,
});
export const USAGE = 'USAGE#';

/** Bytes that a workspace stored and removed in a month; all of a workspace begin with `STORED_BYTES`. */
export const storedBytesKey = (workspace: WorkspaceId, month: string): Key => ({
  pk: workspace,
  sk: `${STORED_BYTES}${month}`,
});
export const STORED_BYTES = `${USAGE}STORED#`;

/** The bytes of a workspace that its limit of stored bytes is compared with. */
export const limitedBytesKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: `${USAGE}LIMITED_BYTES` });

/** Webhooks that were delivered in a month; all of a workspace begin with `DELIVERED`. */
export const deliveredKey = (workspace: WorkspaceId, month: string): Key => ({
  pk: workspace,
  sk: `${DELIVERED}${month}`,
});
export const DELIVERED = `${USAGE}DELIVERED#`;

/** When the delivered webhooks of a workspace are summed up next. */
export const deliveredDueKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: DELIVERED_DUE });
export const DELIVERED_DUE = `${USAGE}DUE`;

/**
 * A webhook endpoint that was deleted on a day, `2026-11-24`, whose statistics are still there; all of a workspace begin
 * with `FORMER_ENDPOINTS`. Rows written before have no day.
 */
export const formerEndpointKey = (workspace: WorkspaceId, day: string, endpoint: WebhookEndpointId): Key => ({
  pk: workspace,
  sk: `${FORMER_ENDPOINTS}${day}#${endpoint}`,
});
export const FORMER_ENDPOINTS = `${USAGE}FORMER#`;

/** What was counted of the files of a resource. It outlives the resource, and so does not name it. */
export const storedFilesKey = (subject: string): Key => ({ pk: `USED#files#${shortHash(subject)}`, sk: ALONE });

/** That a use of a kind was counted, by what was used. It outlives what was used, and so does not name it. */
export const usageFactKey = (kind: string, subject: string): Key => ({
  pk: `USED#${kind}#${shortHash(subject)}`,
  sk: ALONE,
});

/** How many operations of orders run in a workspace. */
export const operationPlacesKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'OPERATIONS' });

/** How many drafts of orders with a file, and orders whose file is to be downloaded, a workspace has. Drafts were counted first. */
export const unfinishedOrdersKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'DRAFTS' });

/** The ingestions of orders that copy files at URLs of others for a workspace. */
export const ingestionPlacesKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'INGESTIONS' });

/** The ingestions of orders that hold a worker for longer than a turn. */
export const longIngestionsKey = (): Key => ({ pk: 'DOWNLOADS#long', sk: ALONE });

/** The summary of a text by its template and language; all of a conversation begin with `SUMMARIES`. */
export const conversationSummaryKey = (
  conversation: ConversationId,
  { template, language }: { readonly template: string; readonly language: string | null },
): Key => ({ pk: conversation, sk: `${SUMMARIES}${shortHash(`${template} ${language ?? ''}`)}` });
export const SUMMARIES = 'SUMMARY#';

/** How many conversations are in a folder. */
export const folderConversationsKey = (folder: FolderId): Key => ({ pk: folder, sk: 'CONVERSATIONS' });

/** How many of a kind a workspace has, and which are the defaults: `STYLE_GUIDES`. */
export const catalogKey = (workspace: WorkspaceId, kind: string): Key => ({ pk: workspace, sk: kind });

/** That the person with an address was erased, by its keyed hash; all of a workspace begin with `ERASURES`. */
export const erasureKey = (workspace: WorkspaceId, hash: string): Key => ({ pk: workspace, sk: `${ERASURES}${hash}` });
/** A name that an erased person had, by its keyed hash. */
export const erasedNameKey = (workspace: WorkspaceId, hash: string): Key => ({
  pk: workspace,
  sk: `${ERASED_NAMES}${hash}`,
});
export const ERASURES = 'ERASED#';
export const ERASED_NAMES = `${ERASURES}NAME#`;

/** One of the few unused uploads that a user has at a time; all of a workspace have one partition. */
export const uploadPlaceKey = (workspace: WorkspaceId, user: UserId, number: number): Key => ({
  pk: uploadPlacesOf(workspace),
  sk: `${user}#${number}`,
});
export const uploadPlacesOf = (workspace: WorkspaceId): string => `UPLOADING#${workspace}`;

/** A PDF export that waits until a limit has room. */
export const waitingExportKey = (workspace: WorkspaceId, one: ExportId): Key => ({
  pk: waitingExportsOf(workspace),
  sk: one,
});
export const waitingExportsOf = (workspace: WorkspaceId): string => `EXPORTING#${workspace}`;

/** How often something limited was done in one window. */
export const limitKey = ({ subject, limit, windowStartsAt }: Use): Key => ({
  pk: `LIMIT#${subject}#${limit}#${isoOf(windowStartsAt)}`,
  sk: ALONE,
});

/** The rate limiter of a webhook endpoint with `max_per_second`. */
export const endpointLimiterKey = (endpoint: WebhookEndpointId): Key => ({ pk: `LINE#${endpoint}`, sk: ALONE });

/** The rate limiter of the events of a workspace, or of all that a user founded, that are fanned out. */
export const fanoutLimiterKey = (of: WorkspaceId | UserId): Key => ({ pk: `LINE#${of}`, sk: ALONE });

/** The rate limiter of the events that bulk redeliveries of all workspaces of a founder send again. */
export const redeliveryLimiterKey = (founder: UserId): Key => ({ pk: `LINE#REDELIVERIES#${founder}`, sk: ALONE });

/** The rate limiter of the walks of a workspace that wait for room. */
export const walkLimiterKey = (workspace: WorkspaceId): Key => ({ pk: `LINE#WALKS#${workspace}`, sk: ALONE });

/** The lease of the one bulk redelivery that a workspace has at a time. */
export const bulkRedeliveryKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'BULK_REDELIVERY' });

/** How many attempts began at a webhook endpoint in one second, in Unix seconds. */
export const endpointSecondKey = (endpoint: WebhookEndpointId, second: number): Key => ({
  pk: `RATE#${endpoint}#${second}`,
  sk: ALONE,
});

/** How many batches of a queue hold requests to a webhook endpoint, or to all of a workspace or a founder. */
export const endpointConcurrencyKey = (queue: string, holder: WebhookEndpointId | WorkspaceId | UserId): Key => ({
  pk: `PLACES#${queue}#${holder}`,
  sk: ALONE,
});

/** A member by email. */
export const memberEmailKey = (workspace: WorkspaceId, email: string): Key => ({
  pk: `${workspace}#EMAIL#${shortHash(email)}`,
  sk: ALONE,
});

/** The connection that an account of a provider leads to. */
export const accountKey = (workspace: WorkspaceId, provider: string, email: string): Key => ({
  pk: `${workspace}#ACCOUNT#${provider}#${shortHash(email)}`,
  sk: ALONE,
});

/** How far the sync of a connection has come: all of its rows begin with `SYNC`, and one query reads them. */
export const calendarSyncKey = (connection: CalendarId): Key => ({ pk: connection, sk: SYNC });
export const SYNC = 'SYNC';

/** When the sync of a connection is due, and who has its lease. */
export const calendarDueKey = (connection: CalendarId): Key => ({ pk: connection, sk: `${SYNC}#DUE` });

/** The access token of a connection, kept until it expires. */
export const calendarAccessKey = (connection: CalendarId): Key => ({ pk: connection, sk: `${SYNC}#ACCESS` });

/** The event behind a provider's own id; all of a connection's begin with `SOURCES`. */
export const calendarSourceKey = (connection: CalendarId, sourceId: string): Key => ({
  pk: connection,
  sk: `${SOURCES}${shortHash(sourceId)}`,
});
export const SOURCES = 'SRC#';

/** What one page of a full pass had; all of a connection's begin with `SEEN`. */
export const seenSourcesKey = (connection: CalendarId, page: number): Key => ({
  pk: connection,
  sk: `${SEEN}${String(page).padStart(5, '0')}`,
});
export const SEEN = 'SEEN#';

/** A partition of the index `list`: who holds a grant of an account, in any workspace. */
export const syncsOfAccount = (provider: string, email: string): string => `GRANT#${provider}#${shortHash(email)}`;

/** The deployment's OAuth client at a provider of calendars. */
export const providerClientKey = (provider: string): Key => ({ pk: `PROVIDER#${provider}`, sk: ALONE });

/** The recorders of the deployment and their order. */
export const recorderRegistryKey = (): Key => ({ pk: 'RECORDERS#', sk: ALONE });

/** How one recorder of the deployment does. */
export const circuitBreakerKey = (name: string): Key => ({ pk: `RECORDER#${name}`, sk: 'CIRCUIT' });

/** The bot that a recorder knows by an id of its own. */
export const recorderBotKey = (name: string, externalId: string): Key => ({
  pk: `RECORDED#${name}#${shortHash(externalId)}`,
  sk: ALONE,
});

/** Who works on the recording of a bot, and how far the work is. */
export const recordingKey = (bot: BotId): Key => ({ pk: bot, sk: 'RECORDING' });

/** Stands while the deployment is read-only. */
export const readOnlyKey = (): Key => ({ pk: 'READONLY#', sk: ALONE });

/** The deployment's server of models for a use. */
export const modelServerKey = (use: 'speech' | 'summaries' | 'translations'): Key => ({
  pk: `MODEL#${use}`,
  sk: ALONE,
});

/** The operations of orders that have a job at the speech service. */
export const enginePlacesKey = (): Key => ({ pk: 'ENGINE#speech', sk: ALONE });

/** What recorders transcribed on a UTC day, and how much of it the speech service was asked about; of a workspace or all. */
export const comparedKey = (day: string, workspace?: WorkspaceId): Key => ({
  pk: `COMPARED#${day}`,
  sk: workspace ?? ALONE,
});

interface EventOwnerName {
  readonly memberId: MemberId;
  readonly source: string;
  /** As `provider:email`; null for a pushed event. */
  readonly account: string | null;
}

/** All that is known of one iCal UID: occurrences by original start, members' events beneath them, `ONE` for a single. */
export const uidPartition = (workspace: WorkspaceId, icalUid: string): string =>
  `${workspace}#UID#${shortHash(icalUid)}`;
export const occurrenceSort = (originalStartsAt: Instant): string => isoOf(originalStartsAt);
export const memberEventSort = (originalStartsAt: Instant, { memberId, source, account }: EventOwnerName): string =>
  `${isoOf(originalStartsAt)}#${memberId}#${source}${account === null ? '' : `#${shortHash(account)}`}`;
export const SINGLE = 'ONE';
/** Of a further single event of a uid that calendars of several members use for different events. */
export const furtherSingle = (originalStartsAt: Instant): string => `${SINGLE}#${isoOf(originalStartsAt)}`;

/** Meetings of one call in time, and among them the guard rows that its bots share. */
export const callPartition = (workspace: WorkspaceId, callHash: string): string => `${workspace}#CALL#${callHash}`;
export const callSort = (at: Instant, meeting: MeetingId): string => `${isoOf(at)}#${meeting}`;
export const slotSort = (at: Instant): string => `${isoOf(at)}#SLOT`;

/** A bot sent for a member: puts its meeting into that member's list. */
export const botMemberKey = (meeting: MeetingId, member: MemberId): Key => ({ pk: meeting, sk: `MEM#${member}` });

/** What is recorded of the people of a meeting, and when it is due to be brought up to date. */
export const meetingPeopleKey = (meeting: MeetingId): Key => ({ pk: meeting, sk: PEOPLE });
export const PEOPLE = 'PEOPLE';

/** What a company has of its people: their number, and when it is due to be brought up to date. */
export const companyPeopleKey = (company: CompanyId): Key => ({ pk: company, sk: PEOPLE });

/** That the meetings of a workspace from before people were recorded are being looked at, or have been. */
export const peopleOfWorkspaceKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: PEOPLE });

/** How many people a workspace has. */
export const peopleCountKey = (workspace: WorkspaceId): Key => ({ pk: workspace, sk: 'PEOPLE_COUNT' });

/** A person by email, in comparable form; those with one mark share a partition. */
export const personEmailKey = (workspace: WorkspaceId, email: string): Key => ({
  pk: personsMarked(workspace, emailHashPrefix(email)),
  sk: shortHash(email),
});
export const personsMarked = (workspace: WorkspaceId, mark: string): string => `${workspace}#PERSON#${mark}`;

/** What a meeting counts for a person; all of a person begin with `ATTENDANCES`. */
export const attendanceKey = (person: PersonId, meeting: MeetingId): Key => ({
  pk: person,
  sk: `${ATTENDANCES}${meeting}`,
});
export const ATTENDANCES = 'MTG#';

/** Attendances of a person that are counted together, by the first meeting; all of a person begin with `RANGES`. */
export const attendanceRangeKey = (person: PersonId, from: MeetingId | ''): Key => ({
  pk: person,
  sk: `${RANGES}${from}`,
});
export const RANGES = 'RANGE#';

/** A company by its email domain. */
export const companyDomainKey = (workspace: WorkspaceId, domain: string): Key => ({
  pk: `${workspace}#DOMAIN#${shortHash(domain)}`,
  sk: ALONE,
});

/** A brand kit among those of a workspace that it is shared with. */
export const kitInWorkspaceKey = (kit: BrandKitId, workspace: WorkspaceId): Key => ({
  pk: kit,
  sk: `${ROLES}${workspace}`,
});

/** Settings that choose a brand kit; all of a kit's begin with `CHOOSERS`. */
export const kitChooserKey = (kit: BrandKitId, settings: SettingsId): Key => ({
  pk: kit,
  sk: `${CHOOSERS}${settings}`,
});
export const CHOOSERS = 'SET#';

/** An outbox row; its type is in the key, so that stream records need no content. */
export const outboxKey = (id: OutboxId, type: string, subject?: OutboxSubject): Key => ({
  pk: id,
  sk: `${OUTBOX_SORT_KEY_PREFIX}${type}${subject ? `#${subject}` : ''}`,
});

/** The text of an event at one pin. */
export const renderedKey = (id: OutboxId, pin: string): Key => ({ pk: id, sk: `BODY#${pin}` });

/** Attempts 2 to 21 and manual ones of a delivery. */
export const ATTEMPTS = 'ATTEMPT#';

/** Partitions of the index `list`; those of simple resources follow from their entities (`listPartition`). */
export const listOf = {
  auditEvents: (workspace: WorkspaceId) => `${workspace}#AUD`,
  members: (workspace: WorkspaceId) => `${workspace}#MEM`,
  removedMembers: (workspace: WorkspaceId) => `${workspace}#${REMOVED_MEMBERS}`,
  meetings: (workspace: WorkspaceId) => `${workspace}#MTG`,
  meetingsOfMember: (member: MemberId) => `${member}#MTG`,
  bots: (workspace: WorkspaceId) => `${workspace}#BOT`,
  settings: (workspace: WorkspaceId) => `${workspace}#SET`,
  /** Settings that are assigned to meetings only: every bot sent by hand has some. */
  settingsOfMeetings: (workspace: WorkspaceId) => `${workspace}#${MEETINGS_SETTINGS}`,
  files: (workspace: WorkspaceId) => `${workspace}#FILE`,
  brandKits: (workspace: WorkspaceId) => `${workspace}#BRK`,
  assignments: (workspace: WorkspaceId) => `${workspace}#ASG`,
  conversations: (workspace: WorkspaceId) => `${workspace}#CON`,
  exports: (workspace: WorkspaceId) => `${workspace}#EXP`,
  folders: (workspace: WorkspaceId) => `${workspace}#FOL`,
  glossaries: (workspace: WorkspaceId) => `${workspace}#GLO`,
  uploads: (workspace: WorkspaceId) => `${workspace}#UPL`,
  orders: (workspace: WorkspaceId) => `${workspace}#ORD`,
  people: (workspace: WorkspaceId) => `${workspace}#PER`,
  companies: (workspace: WorkspaceId) => `${workspace}#COM`,
  connections: (workspace: WorkspaceId) => `${workspace}#CAL`,
  calendarFeeds: (workspace: WorkspaceId) => `${workspace}#CFD`,
  endpoints: (workspace: WorkspaceId) => `${workspace}#WHE`,
  events: (workspace: WorkspaceId) => `${workspace}#EVT`,
  users: (workspace: WorkspaceId) => `${workspace}#USR`,
} as const;

export const MEETINGS_SETTINGS = 'SET#MTG';
export const REMOVED_MEMBERS = 'MEM#REMOVED';

/** Partitions of the index `order`. */
export const orderOf = {
  meetings: (workspace: WorkspaceId) => `${workspace}#MTG`,
  peopleOfCompany: (company: CompanyId) => `${company}#PER`,
  events: (workspace: WorkspaceId, status: 'retrying' | 'failed' | 'skipped') => `${workspace}#EVT#${status}`,
} as const;

/**
 * The index `due` is spread over partitions, since one partition key of an index takes 1,000 write units a second
 * ("Best practices for designing and using partition keys effectively", DynamoDB developer guide). The sweeper looks at the
 * first `swept`. Bots and orders have the `punctual` ones: however many webhooks or people are due at once, they come to no
 * meeting late. All else has the `other` ones. A row keeps its partition until it is written again, and is swept
 * wherever it is. docs/scaling.md says how the numbers are raised.
 */
export const DUE_SHARDS = { other: 8, punctual: 4, swept: 16 } as const;
export function duePartition(id: string): string {
  const isPunctual = idOf('bot', id) !== undefined || idOf('ord', id) !== undefined;
  return dueShard(
    isPunctual ? DUE_SHARDS.other + (checksum(id) % DUE_SHARDS.punctual) : checksum(id) % DUE_SHARDS.other,
  );
}

/** One partition of the index `due`. */
export const dueShard = (shard: number): string => `DUE#${shard}`;

/** First 22 characters of the base64url SHA-256: 132 bits, no personal data in a key. */
export const shortHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** A partition of the index `due`: the calendars that are polled in the same minute of each quarter of an hour. */
export const pollPartition = (slot: number): string => `POLL#${slot}`;

/** The first 8 characters (48 bits) of the hash: rarely the same for two addresses, too short to recover the address. */
export const emailHashPrefix = (email: string): string => shortHash(comparableEmail(email)).slice(0, 8);

/** The same of a tag: the row says whether it has the tag. */
export const tagHashPrefix = (tag: string): string => shortHash(tag).slice(0, 8);

/** A part of a time in whole milliseconds, by the id: what is due at one moment comes spread over it. */
export const spreadOver = (id: string, milliseconds: number): number => checksum(id) % milliseconds;

function checksum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return sum;
}

/** One attempt of a delivery, after its first. */
export const attemptKey = (delivery: DeliveryId, number: number): Key => ({
  pk: delivery,
  sk: `${ATTEMPTS}${String(number).padStart(2, '0')}`,
});
