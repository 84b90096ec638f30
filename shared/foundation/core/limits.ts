import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

export interface Limit {
  readonly most: number;
  readonly windowMs: number;
  /** What is limited, in words, for the caller who exceeds it. */
  readonly about: string;
  readonly code?: string;
}

/**
 * Request limits, as docs/api/idempotency-and-limits.md lists them. Windows are fixed: seconds, a minute, an hour, a day in
 * UTC or 30 days, so that waiting until the next one always helps.
 */
export const LIMITS = {
  members: { most: 100, windowMs: HOUR_MS, about: 'new members an hour in one workspace' },
  pushes: { most: 1000, windowMs: MINUTE_MS, about: 'pushed calendar events a minute in one workspace' },
  // Each is three writes and some in the background (docs/decisions/people.md). A push has 200, of which most change nobody.
  pushed_people: {
    most: 20_000,
    windowMs: MINUTE_MS,
    about:
      'people a minute in one workspace whom pushed calendar events invite, leave out, or whose meeting they change',
  },
  user_pushed_people: {
    most: 100_000,
    windowMs: MINUTE_MS,
    about:
      'people a minute in all workspaces that one user founded whom pushed calendar events invite, leave out, or whose meeting they change',
  },
  // Apart from those of pushes, so that no calendar of a member refuses any: one that is beyond goes on later.
  imported_people: {
    most: 10_000,
    windowMs: MINUTE_MS,
    about: 'people a minute in one workspace whom calendars and feeds change',
  },
  // Half of what the workspace has: the calendars of one member leave room for those of the others.
  member_imported_people: {
    most: 5_000,
    windowMs: MINUTE_MS,
    about: 'people a minute whom the calendars and feeds of one member change',
  },
  user_imported_people: {
    most: 50_000,
    windowMs: MINUTE_MS,
    about: 'people a minute in all workspaces that one user founded whom calendars and feeds change',
  },
  bots: { most: 100, windowMs: HOUR_MS, about: 'bots an hour in one workspace' },
  // Bots are sent three minutes early: those of 3,000 meetings that start at the same hour join in time.
  bot_dispatches: { most: 1000, windowMs: MINUTE_MS, about: 'automatic bots that are sent a minute in one workspace' },
  // Not a rate: of those that are queued, by when they join. As many as are sent in that time.
  planned_bots: {
    most: 3000,
    windowMs: 3 * MINUTE_MS,
    about: 'bots that join within the same three minutes in one workspace',
  },
  // Refuses nothing: the bots of a workspace beyond its first ones count for the founder.
  first_planned_bots: {
    most: 100,
    windowMs: 3 * MINUTE_MS,
    about: 'bots that join within the same three minutes in one workspace and do not count for its founder',
  },
  user_planned_bots: {
    most: 15_000,
    windowMs: 3 * MINUTE_MS,
    about:
      'bots beyond the first of each workspace that join within the same three minutes in all that one user founded',
  },
  // Not a rate: in a month (UTC), by the limit of the workspace (`shared/accounts/usage/rules/sent-bots.ts`).
  sent_bots: {
    most: Number.MAX_SAFE_INTEGER,
    windowMs: 31 * DAY_MS,
    about: 'bots that are sent a month in one workspace',
    code: 'plan_upgrade_required',
  },
  // In a month (UTC) as well: a user makes many workspaces with a few bots each, and a bot may stay for eight hours.
  user_sent_bots: {
    most: 100,
    windowMs: 31 * DAY_MS,
    about: 'bots that are sent a month in all further workspaces that one user founded',
    code: 'plan_upgrade_required',
  },
  // Users can be made without end: at $0.70 for an hour of a recorder, and 8.2 hours of each bot, $5,740 a day.
  all_sent_bots: {
    most: 1000,
    windowMs: DAY_MS,
    about: 'bots that are sent a day (UTC) in all workspaces whose limit of bots was not raised',
    code: 'plan_upgrade_required',
  },
  workspaces: {
    most: 20,
    windowMs: DAY_MS,
    about: 'new workspaces a day (UTC) for one user, archived ones included',
    code: 'workspace_creation_rate_limited',
  },
  // Not a rate: of those that exist at a time, in a window that does not end. Each has its turn in the queues of jobs before
  // another tenant's comes again (docs/decisions/work-by-workspace.md).
  active_workspaces: {
    most: 50,
    windowMs: 100 * 365 * DAY_MS,
    about: 'workspaces that one user made and that are not archived',
    code: 'plan_upgrade_required',
  },
  // Refuses nothing: a workspace beyond it begins without paid work (`shared/accounts/usage/rules/usage-limits.ts`).
  paid_workspaces: {
    most: 3,
    windowMs: 30 * DAY_MS,
    about: 'new workspaces in 30 days for one user that begin with paid work',
  },
  // The same for all users: at list prices of the dearest engines $120 a month for each (`npm run cost -- --most`).
  all_paid_workspaces: {
    most: 20,
    windowMs: DAY_MS,
    about: 'new workspaces a day (UTC) of all users that begin with paid work',
  },
  meeting_changes: {
    most: 1000,
    windowMs: MINUTE_MS,
    about: "changes a minute of bots and of meetings' own settings in one workspace",
  },
  // Each writes the whole text to the index of the search anew.
  conversation_changes: {
    most: 300,
    windowMs: MINUTE_MS,
    about: 'conversations a minute that are renamed, moved to the trash or restored in one workspace',
  },
  // Each correction keeps a whole text: about 10 GB a day.
  corrected_characters: {
    most: 1_000_000_000,
    windowMs: DAY_MS,
    about: 'characters of corrected transcripts a day (UTC) in one workspace',
  },
  // Of all requests, whatever they are for (`shared/api/http/work-limit.ts`): 23 seconds of a processor a minute at about 33 ns
  // a byte, 2,900 read units a second, and 1 TB of answers a day, as much as links of all workspaces of a founder transfer.
  // Or 1,140 write units a second, and more pushes than a workspace may have (`shared/foundation/dynamodb/request-work.ts`).
  work_bytes: {
    most: 700_000_000,
    windowMs: MINUTE_MS,
    about: 'bytes a minute that are read, sent, answered and stored for one user',
  },
  // A deployment of a partner makes its endpoints anew; those that were deleted are still counted in the usage of a month.
  webhook_endpoints: { most: 200, windowMs: DAY_MS, about: 'new webhook endpoints a day (UTC) in one workspace' },
  // What a request costs grows with the text that it reads: about 33 ns of a processor a byte, so that these are half of
  // one execution at all times (`shared/meetings/results/count-content.ts`).
  content_bytes: {
    most: 500_000_000,
    windowMs: MINUTE_MS,
    about: 'bytes a minute of texts of more than 1 MB that are read in one workspace',
  },
  user_content_bytes: {
    most: 2_000_000_000,
    windowMs: MINUTE_MS,
    about: 'bytes a minute of texts of more than 1 MB that are read in all workspaces that one user founded',
  },
  webhook_tests: { most: 30, windowMs: MINUTE_MS, about: 'tests of webhook endpoints a minute in one workspace' },
  // A test may wait ten seconds, and a look-up two: a user makes many workspaces, and their limits do not add up.
  user_webhook_tests: {
    most: 60,
    windowMs: MINUTE_MS,
    about: 'tests of webhook endpoints a minute of all workspaces that one user founded',
  },
  receiver_lookups: {
    most: 60,
    windowMs: MINUTE_MS,
    about: 'URLs of webhook endpoints a minute for one user whose host is looked up',
  },
  redeliveries: { most: 60, windowMs: MINUTE_MS, about: 'redeliveries a minute in one workspace' },
  user_redeliveries: {
    most: 300,
    windowMs: MINUTE_MS,
    about: 'redeliveries a minute of all workspaces that one user founded',
  },
  bulk_redeliveries: { most: 1, windowMs: MINUTE_MS, about: 'bulk redelivery a minute in one workspace' },
  // Refuses nothing: events beyond it wait for a slot (`shared/webhooks/delivery/redelivery-slot.ts`). As many as two bulk
  // redeliveries send at once, a fifth of what all workers of a deployment do.
  user_bulk_redeliveries: {
    most: 3000,
    windowMs: MINUTE_MS,
    about: 'events a minute that bulk redeliveries of all workspaces that one user founded send again',
  },
  failed_events: { most: 60, windowMs: MINUTE_MS, about: 'webhook_event.failed events a minute in one workspace' },
  // Refuses nothing: events beyond it wait for a slot (`shared/webhooks/delivery/fanout-rate-limiter.ts`). Six endpoints get every
  // event of as many pushed calendar events as there may be. One for an endpoint that acknowledges little counts as more.
  webhooks: { most: 6000, windowMs: MINUTE_MS, about: 'webhooks a minute in one workspace' },
  // The limits of the workspaces of one user do not add up: at list prices these are $980 a day at most
  // (`npm run cost -- --most`).
  user_webhooks: {
    most: 12_000,
    windowMs: MINUTE_MS,
    about: 'webhooks a minute of all workspaces that one user founded',
  },
  // Refuses nothing: a retry beyond it is passed over (`shared/webhooks/delivery/rules/passed-over.ts`). An endpoint with
  // fewer than 180 events an hour never has more.
  unanswered_retries: {
    most: 60,
    windowMs: MINUTE_MS,
    about: 'retries a minute at one webhook endpoint that acknowledges nothing',
  },
  calendar_syncs: {
    most: 60,
    windowMs: MINUTE_MS,
    about: 'requested calendar syncs a minute in one workspace',
  },
  calendar_feeds: {
    most: 100,
    windowMs: HOUR_MS,
    about: 'calendar feeds an hour in one workspace that are added, or added again',
  },
  // A feed that is removed and added again rests no longer after a slow answer: 300 that take 30 seconds each keep as many
  // workers as 1,000 that rest, and 513 with the first ones of each workspace 4.3 of them. A user makes many workspaces: their limits do not add up.
  user_calendar_feeds: {
    most: 300,
    windowMs: HOUR_MS,
    about: 'calendar feeds an hour of all workspaces that one user founded that are added, or added again',
  },
  // Not a rate: of those that are not disconnected, in a window that does not end. Each that takes 30 seconds to answer is
  // asked every three hours: 3,000 are 17 a minute, in eight of 20 workers at most (docs/limits-and-rules.md#calendar-feeds).
  user_active_feeds: {
    most: 3000,
    windowMs: 100 * 365 * DAY_MS,
    about: 'calendar feeds that are not disconnected in all workspaces that one user founded',
    code: 'conflict',
  },
  // Feeds change for nothing: what they make the service save and read is counted where it is saved and read. A file
  // with more occurrences than the deployment's limit is never imported.
  feed_changes: {
    most: 100_000,
    windowMs: DAY_MS,
    about: 'occurrences of calendar feeds a day (UTC) in one workspace that are new or changed',
  },
  feed_occurrences: {
    most: 5_000_000,
    windowMs: DAY_MS,
    about: 'occurrences, and addresses in them, a day (UTC) in one workspace of calendar feeds that changed',
  },
  // A tenth of those of the workspace: the feeds of one member leave a day to those of others.
  member_feed_changes: {
    most: 10_000,
    windowMs: DAY_MS,
    about: 'occurrences of calendar feeds a day (UTC) of one member that are new or changed',
  },
  member_feed_occurrences: {
    most: 500_000,
    windowMs: DAY_MS,
    about: 'occurrences, and addresses in them, a day (UTC) of calendar feeds of one member that changed',
  },
  // One settings object can be assigned a hundred times in a minute.
  wide_changes: {
    most: 120,
    windowMs: MINUTE_MS,
    about:
      'changes a minute in one workspace that many meetings, calendar events, webhook events or exports have to follow',
  },
  user_wide_changes: {
    most: 240,
    windowMs: MINUTE_MS,
    about:
      'changes a minute in all workspaces that one user founded that many meetings, calendar events, webhook events or exports have to follow',
  },
  // Refuses nothing: what is beyond goes on later (`shared/accounts/workspaces/paid-walks.ts`). 2,000 meetings of 15 units,
  // so that 10,000 follow a change within five minutes (docs/decisions/work-of-walks.md).
  walk_units: {
    most: 30_000,
    windowMs: MINUTE_MS,
    about: 'write units a minute in one workspace of jobs that change many rows',
  },
  // The limits of the workspaces of one user do not add up: with the first ones of each $55 a day, and 2.6 % of the quota
  // of the table.
  user_walk_units: {
    most: 40_000,
    windowMs: MINUTE_MS,
    about: 'write units a minute in all workspaces that one user founded of jobs that change many rows',
  },
  files: { most: 500, windowMs: DAY_MS, about: 'files a day (UTC) in one workspace' },
  file_bytes: { most: 200_000_000, windowMs: DAY_MS, about: 'bytes of files a day (UTC) in one workspace' },
  // Each reads the statistics of all endpoints, and of some that were deleted: up to 164 queries.
  usage_reads: { most: 60, windowMs: MINUTE_MS, about: 'reads of the usage a minute in one workspace' },
  user_usage_reads: {
    most: 120,
    windowMs: MINUTE_MS,
    about: 'reads of the usage a minute in all workspaces that one user founded',
  },
  searches: { most: 120, windowMs: MINUTE_MS, about: 'searches a minute in one workspace' },
  user_searches: {
    most: 240,
    windowMs: MINUTE_MS,
    about: 'searches a minute in all workspaces that one user founded',
  },
  settings: { most: 1000, windowMs: DAY_MS, about: 'new settings objects a day (UTC) in one workspace' },
  templates: { most: 200, windowMs: DAY_MS, about: 'new summary templates a day (UTC) in one workspace' },
  brand_kits: { most: 200, windowMs: DAY_MS, about: 'new brand kits a day (UTC) in one workspace' },
  folders: { most: 2000, windowMs: DAY_MS, about: 'new folders a day (UTC) in one workspace' },
  style_guides: { most: 200, windowMs: DAY_MS, about: 'new style guides a day (UTC) in one workspace' },
  // S3 counts them after the fact, within hours (`shared/texts/downloads`): at list prices $45 and $90 a day, $122 with
  // the first ones of each workspace.
  downloaded_bytes: {
    most: 500_000_000_000,
    windowMs: DAY_MS,
    about: 'bytes a day (UTC) that are downloaded and uploaded by links of one workspace',
  },
  user_downloaded_bytes: {
    most: 1_000_000_000_000,
    windowMs: DAY_MS,
    about: 'bytes a day (UTC) that are downloaded and uploaded by links of all workspaces that one user founded',
  },
  uploads: { most: 100, windowMs: HOUR_MS, about: 'new uploads an hour in one workspace' },
  // Not a rate: of those that exist at a time (`shared/texts/uploads/places-store.ts`).
  unused_uploads: {
    most: 5,
    windowMs: HOUR_MS,
    about: 'unused uploads by one PUT at a time for one user and workspace',
  },
  exports: { most: 100, windowMs: HOUR_MS, about: 'exports an hour in one workspace' },
  user_exports: {
    most: 200,
    windowMs: HOUR_MS,
    about: 'exports an hour of all workspaces that one user founded',
  },
  // Of long ones alone: 20 million take nine minutes of a worker (npm run bench -- parsers), of which there are ten.
  pdf_characters: {
    most: 20_000_000,
    windowMs: HOUR_MS,
    about: 'characters of long PDF exports an hour in one workspace',
  },
  user_pdf_characters: {
    most: 70_000_000,
    windowMs: HOUR_MS,
    about: 'characters of long PDF exports an hour of all workspaces that one user founded',
  },
  summaries: { most: 60, windowMs: HOUR_MS, about: 'summaries of conversations an hour in one workspace' },
  glossaries: { most: 200, windowMs: DAY_MS, about: 'new glossaries a day (UTC) in one workspace' },
  orders: { most: 100, windowMs: HOUR_MS, about: 'orders an hour in one workspace' },
  subtitles: { most: 60, windowMs: HOUR_MS, about: 'conversions to subtitles an hour in one workspace' },
  invitations: { most: 50, windowMs: HOUR_MS, about: 'invitations an hour in one workspace' },
  // A user makes many workspaces: their limits do not add up.
  user_invitations: {
    most: 100,
    windowMs: HOUR_MS,
    about: 'invitations an hour of all workspaces that one user founded',
  },
  address_invitations: {
    most: 3,
    windowMs: DAY_MS,
    about: 'invitations a day (UTC) of one workspace to one address',
  },
  // Counted where the mail is sent: what strangers send refuses no invitation of another workspace. A mail counts under
  // this limit, or else, where its workspace has mailed the address that day, as a repeated one.
  workspace_invitation_mails: {
    most: 1,
    windowMs: DAY_MS,
    about: 'first mails of invitations a day (UTC) of one workspace to one address',
  },
  invitation_mails: {
    most: 10,
    windowMs: DAY_MS,
    about: 'workspaces of other domains a day (UTC) whose invitations are mailed to one address',
  },
  // A user makes many workspaces: one alone does not use up what an address gets.
  founder_invitation_mails: {
    most: 3,
    windowMs: DAY_MS,
    about: 'workspaces of one founder a day (UTC) whose invitations are mailed to one address of another domain',
  },
  repeated_invitation_mails: {
    most: 2,
    windowMs: DAY_MS,
    about: 'repeated mails of invitations a day (UTC) to one address of workspaces of other domains',
  },
  // All of them may bounce, and no sooner than all are sent: a mail server of the founder's takes them first, or has them
  // wait for 14 hours (docs/decisions/mail-of-one-workspace.md).
  unvouched_invitation_mails: {
    most: 100,
    windowMs: DAY_MS,
    about:
      'mails of invitations a day (UTC) of one workspace without an approval or a domain that the operator verified',
  },
  user_unvouched_invitation_mails: {
    most: 100,
    windowMs: DAY_MS,
    about:
      'mails of invitations a day (UTC) of all workspaces that one user founded, without an approval or a domain that the operator verified',
  },
  workspace_mails: { most: 200, windowMs: DAY_MS, about: 'mails a day (UTC) of one workspace' },
  trusted_workspace_mails: {
    most: 2000,
    windowMs: DAY_MS,
    about: 'mails a day (UTC) of one workspace with a verified domain or an approval',
  },
  user_mails: {
    most: 400,
    windowMs: DAY_MS,
    about: 'mails a day (UTC) of all workspaces that one user founded to domains that the operator did not verify',
  },
  trusted_user_mails: {
    most: 4000,
    windowMs: DAY_MS,
    about:
      'mails a day (UTC) of all workspaces that one user founded, with a verified domain or an approval, to domains that the operator did not verify',
  },
  workspace_address_mails: { most: 20, windowMs: DAY_MS, about: 'mails a day (UTC) of one workspace to one address' },
  address_mails: { most: 50, windowMs: DAY_MS, about: 'mails a day (UTC) to one address' },
  // Strangers cannot use up what an address gets from workspaces of its own domain.
  foreign_address_mails: {
    most: 10,
    windowMs: DAY_MS,
    about: 'mails a day (UTC) to one address of workspaces of other domains',
  },
  connect_links: { most: 5000, windowMs: DAY_MS, about: 'new connect links a day (UTC) in one workspace' },
  sign_ups: { most: 30, windowMs: HOUR_MS, about: 'sign-ups, codes and confirmations an hour from one address' },
  // A site in IPv6 has 65,536 addresses.
  block_sign_ups: {
    most: 60,
    windowMs: HOUR_MS,
    about: 'sign-ups, codes and confirmations an hour from one address block',
  },
  // Each sends a mail to whatever address a stranger types in. All of them may bounce, and SES has one reputation for all
  // mail of a deployment (docs/decisions/sign-up-mails.md). A block that comes seldom shares no limit with those that come
  // often, as long as these leave it half.
  first_sign_up_mails: { most: 3, windowMs: DAY_MS, about: 'first sign-ups a day (UTC) from one address block' },
  further_sign_up_mails: {
    most: 100,
    windowMs: DAY_MS,
    about: 'sign-ups a day (UTC) beyond the first three of each address block',
  },
  all_sign_up_mails: { most: 200, windowMs: DAY_MS, about: 'sign-ups a day (UTC)' },
  // Where people sign in, the identity provider sends a code again; it may bounce as the first one did.
  account_codes: { most: 5, windowMs: DAY_MS, about: 'codes a day (UTC) that are sent again for one account' },
  // Refuses nothing: kept for an account when it signs up, so that they are bounded by sign-ups.
  first_account_codes: {
    most: 2,
    windowMs: DAY_MS,
    about: 'codes that are sent again for one account and do not count for all, until the end of the day (UTC) after',
  },
  repeated_codes: { most: 50, windowMs: DAY_MS, about: 'further codes a day (UTC) that are sent again' },
  // To addresses that have shown a code, whose mailboxes may be turned off since. An account that asks for its first one a
  // day shares no limit with those that ask for more, as long as 400 accounts leave it room.
  account_password_codes: {
    most: 5,
    windowMs: DAY_MS,
    about: 'codes for a new password a day (UTC) for one account',
  },
  further_password_codes: {
    most: 100,
    windowMs: DAY_MS,
    about: 'codes for a new password a day (UTC) beyond the first one of each account',
  },
  all_password_codes: { most: 500, windowMs: DAY_MS, about: 'codes for a new password a day (UTC)' },
  handoffs: { most: 10, windowMs: MINUTE_MS, about: 'code exchanges a minute from one address' },
  agent_calls: { most: 60, windowMs: MINUTE_MS, about: 'calls a minute of the agents of one user' },
  // A company has one address, and some clients register at each start.
  agent_registrations: { most: 600, windowMs: HOUR_MS, about: 'registrations of agents an hour from one address' },
  // A block that registers seldom shares no limit with those that register often, as long as these leave it half.
  first_agent_registrations: {
    most: 5,
    windowMs: HOUR_MS,
    about: 'first registrations of agents an hour from one address block',
  },
  further_agent_registrations: {
    most: 1000,
    windowMs: HOUR_MS,
    about: 'registrations of agents an hour beyond the first five of each address block',
  },
  all_agent_registrations: { most: 2000, windowMs: HOUR_MS, about: 'registrations of agents an hour' },
  agent_documents: {
    most: 60,
    windowMs: HOUR_MS,
    about: "requests for agents' documents an hour from one address, and for the consent pages of one user",
  },
  block_agent_documents: {
    most: 120,
    windowMs: HOUR_MS,
    about: "requests for agents' documents an hour from one address block",
  },
  // A block that asks seldom shares no limit with those that ask often, as long as these leave it half. To connect an agent
  // takes up to two of the block of a browser or server.
  first_agent_documents: {
    most: 3,
    windowMs: HOUR_MS,
    about: "first requests for agents' documents an hour from one address block, and for the consent pages of one user",
  },
  further_agent_documents: {
    most: 5,
    windowMs: 2.5 * SECOND_MS,
    about: "requests for agents' documents in two and a half seconds beyond the first three of each address block",
  },
  // A request waits for a document for 2.5 seconds at most: of two windows, at most 20 wait at a time, of the 250
  // executions that all requests share.
  all_agent_documents: {
    most: 10,
    windowMs: 2.5 * SECOND_MS,
    about: "requests for agents' documents in two and a half seconds",
  },
  live_tickets: { most: 120, windowMs: MINUTE_MS, about: 'tickets for live transcripts a minute for one user' },
  handoff_codes: { most: 10, windowMs: MINUTE_MS, about: 'agent codes a minute for one user' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/**
 * Limits of a workspace beside which one of all workspaces of its founder stands. The first uses of a workspace, one in so
 * many of its own and one at least, do not count for the founder: no other workspace takes them. They are fewer where a use
 * keeps others waiting, costs money or reaches strangers (docs/decisions/first-uses.md).
 */
export const FOUNDER_LIMITS = {
  pushed_people: { ofFounder: 'user_pushed_people', oneIn: 40 },
  imported_people: { ofFounder: 'user_imported_people', oneIn: 40 },
  content_bytes: { ofFounder: 'user_content_bytes', oneIn: 10 },
  webhook_tests: { ofFounder: 'user_webhook_tests', oneIn: 30 },
  redeliveries: { ofFounder: 'user_redeliveries', oneIn: 60 },
  calendar_feeds: { ofFounder: 'user_calendar_feeds', oneIn: 30 },
  wide_changes: { ofFounder: 'user_wide_changes', oneIn: 10 },
  walk_units: { ofFounder: 'user_walk_units', oneIn: 100 },
  usage_reads: { ofFounder: 'user_usage_reads', oneIn: 10 },
  searches: { ofFounder: 'user_searches', oneIn: 10 },
  exports: { ofFounder: 'user_exports', oneIn: 10 },
  pdf_characters: { ofFounder: 'user_pdf_characters', oneIn: 10 },
  invitations: { ofFounder: 'user_invitations', oneIn: 10 },
  unvouched_invitation_mails: { ofFounder: 'user_unvouched_invitation_mails', oneIn: 100 },
  workspace_mails: { ofFounder: 'user_mails', oneIn: 10 },
  trusted_workspace_mails: { ofFounder: 'trusted_user_mails', oneIn: 100 },
  // Counted after the fact, and for the founder as well: the first ones are served whatever the others used.
  downloaded_bytes: { ofFounder: 'user_downloaded_bytes', oneIn: 100 },
} as const satisfies Partial<Record<LimitName, { readonly ofFounder: LimitName; readonly oneIn: number }>>;

export type SharedLimit = keyof typeof FOUNDER_LIMITS;

/** How many uses of its own limit a workspace has that do not count for its founder. */
export const firstUses = (limit: SharedLimit, most: number): number =>
  Math.min(most, Math.max(1, Math.floor(most / FOUNDER_LIMITS[limit].oneIn)));

/** The subject of a limit of the whole deployment. */
export const DEPLOYMENT = 'deployment';

/** Other numbers than the documented ones, for a deployment that wants them. */
export type LimitOverrides = Partial<Readonly<Record<LimitName, number>>>;

/** As a deployment writes them, `{"bots": 1000}`. Throws for an unknown limit and for a value that is not a whole number. */
export function readLimits(text: string): LimitOverrides {
  const given = Object.entries(JSON.parse(text) as Record<string, unknown>);
  for (const [name, most] of given)
    if (!Object.hasOwn(LIMITS, name) || !Number.isSafeInteger(most) || Number(most) < 0)
      throw new Error(`${name} is no limit, or not a whole number; there are ${Object.keys(LIMITS).join(', ')}.`);
  return Object.fromEntries(given) as LimitOverrides;
}
