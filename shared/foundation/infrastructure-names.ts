// Names that the stack (lib) and the code both use. No other name is shared between them.

/** The environment variables of functions. */
export const ENV = {
  tableName: 'TABLE_NAME',
  busName: 'BUS_NAME',
  filesBucket: 'FILES_BUCKET',
  /** The role that signs links for uploads. Local stacks have none. */
  uploadRoleArn: 'UPLOAD_ROLE_ARN',
  /** The KMS key of the bucket, with which Amazon Transcribe encrypts its results. */
  filesKeyArn: 'FILES_KEY_ARN',
  keyId: 'SECRETS_KEY_ID',
  /** The name of the stage, for logs and metrics. */
  stage: 'STAGE',
  /** Of the software, from package.json. */
  version: 'VERSION',
  /** Public base URL of the API, ending in /api/v1. */
  baseUrl: 'BASE_URL',
  /** Origin of the hosted pages. */
  appUrl: 'APP_URL',
  /** The Cognito user pool, and the app client of the pages. */
  userPoolId: 'USER_POOL_ID',
  userPoolClientId: 'USER_POOL_CLIENT_ID',
  /** The KMS key of the proofs of sign-ups. */
  /** Origin of Cognito's sign-in page, or of the emulator. Without a trailing slash. */
  signInUrl: 'SIGN_IN_URL',
  /** URL of the JSON Web Key Set of the user pool. */
  signInKeysUrl: 'SIGN_IN_KEYS_URL',
  /** Multiplies the durations that the service chooses itself, by default 1. Local stacks only. */
  timeScale: 'TIME_SCALE',
  /** `true` allows webhook URLs with the hosts localhost and 127.0.0.1. Local stacks only. */
  allowLocalReceivers: 'ALLOW_LOCAL_RECEIVERS',
  /** The number of our proxies in front of the gateway, by default 0. */
  proxies: 'PROXIES',
  /** JSON object of limits by name that differ from the documented ones. */
  limits: 'LIMITS',
  /** The most days for which what meetings recorded is kept, whatever settings say. Without it, settings alone decide. */
  retentionMaximumDays: 'RETENTION_MAXIMUM_DAYS',
  /** What a minute of media costs in orders, `0.12EUR`. Without it, orders have no price. */
  pricePerMinute: 'PRICE_PER_MINUTE',
  /** IANA time zone in which versions before 2026-10-12 render times. */
  serverZone: 'SERVER_ZONE',
  /** `simulator`: bots go there as long as no recorder is configured. Unset in production. */
  recorder: 'RECORDER',
  /** `true` leaves recordings at their recorder after they were copied. */
  keepRecorderData: 'KEEP_RECORDER_DATA',
  /** The address that mail comes from. Without it, and without an outbox, no mail is sent. */
  mailFrom: 'MAIL_FROM',
  /** The SES configuration set of the mail. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** `true` keeps mail for the page `/app/outbox` instead of sending it. Local stacks only. */
  mailOutbox: 'MAIL_OUTBOX',
  /** JSON object of limits of a bot's stay at a recorder that differ from the documented ones. */
  stayLimits: 'STAY_LIMITS',
  /** Features that are turned off, separated by commas. */
  featuresOff: 'FEATURES_OFF',
  /** Dotted paths of settings that cannot be changed, separated by commas. */
  enforcedSettings: 'ENFORCED_SETTINGS',
  /** JSON object of the origins of test providers of calendars. Local stacks only. */
  testProviders: 'TEST_PROVIDERS',
  calendarQueueUrl: 'CALENDAR_QUEUE_URL',
  /** The dead-letter queue, to which the sync sends messages that need an operator. */
  calendarDeadLettersUrl: 'CALENDAR_DEAD_LETTERS_URL',
  botQueueUrl: 'BOT_QUEUE_URL',
  /** The queue of a worker's own jobs. */
  jobQueueUrl: 'JOB_QUEUE_URL',
  /** The queues of three workers, for the sweeper. */
  housekeepingQueueUrl: 'HOUSEKEEPING_QUEUE_URL',
  orderQueueUrl: 'ORDER_QUEUE_URL',
  mediaQueueUrl: 'MEDIA_QUEUE_URL',
  fanoutQueueUrl: 'FANOUT_QUEUE_URL',
  firstQueueUrl: 'FIRST_QUEUE_URL',
  retryQueueUrl: 'RETRY_QUEUE_URL',
  slowQueueUrl: 'SLOW_QUEUE_URL',
  liveQueueUrl: 'LIVE_QUEUE_URL',
  /** Where readers of live transcripts connect, `wss://…`. */
  liveUrl: 'LIVE_URL',
  /** The endpoint by which the gateway sends to their connections. */
  liveConnectionsUrl: 'LIVE_CONNECTIONS_URL',
  /** How many batches of these queues run concurrently. */
  firstConcurrency: 'FIRST_CONCURRENCY',
  retryConcurrency: 'RETRY_CONCURRENCY',
  /** How many ingestions of media files may hold a worker for longer than a turn at a time. */
  longIngestions: 'LONG_INGESTIONS',
  /** The name of the sweeper, by which it invokes itself to continue a sweep. */
  sweeperFunction: 'SWEEPER_FUNCTION',
  /** JSON object of function names by endpoint group, for the fallback function. */
  groupFunctions: 'GROUP_FUNCTIONS',
} as const;

/** The queue `first` is `rapporteur-<stage>-deliver-first`; its dead-letter queue ends in `-dead-letters`. */
export const QUEUES = {
  fanout: 'fanout',
  first: 'deliver-first',
  retry: 'deliver-retry',
  slow: 'deliver-slow',
  bots: 'bots',
  calendars: 'calendars',
  settingsJobs: 'settings-jobs',
  redeliveryJobs: 'redelivery-jobs',
  housekeepingJobs: 'housekeeping-jobs',
  mailJobs: 'mail-jobs',
  exportJobs: 'export-jobs',
  orderJobs: 'order-jobs',
  mediaJobs: 'media-jobs',
  recordingJobs: 'recording-jobs',
  live: 'live',
} as const;

/** The source of the events on the bus, which its rules match. */
export const EVENT_SOURCE = 'rapporteur';

/** Detail types of internal jobs on the bus. The constructs in lib/constructs send each type to its worker. */
export const JOB_TYPES = [
  'bot.due',
  'calendar.due',
  'job.recorder_leaving',
  'job.recording',
  'job.recordings_removal',
  'job.redelivery',
  'job.bulk_redelivery',
  'job.endpoint_closing',
  'job.conversation_deletion',
  'job.conversation_indexing',
  'job.reach',
  'job.event_endings',
  'job.connection_ending',
  'job.mail',
  'job.export',
  'job.meeting_deletion',
  'job.member_leaving',
  'job.ingestion',
  'job.order',
  'job.people_backfill',
  'job.people_regrouping',
  'job.person_erasure',
  'job.person_event',
  'job.person_naming',
  'job.summary',
  'job.transcription',
  'job.translation',
  'job.usage',
  'job.workspace_closing',
  'job.workspace_purge',
  'job.workspace_resuming',
  'job.workspace_retention',
  'job.workspace_search',
  'job.workspace_search_backfill',
] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Names of jobs of Amazon Transcribe begin with it, and end with the id of their bot. */
export const transcribeJobPrefix = (stage: string): string => `rapporteur-${stage}-`;

/** The detail type of the events of Amazon Transcribe, on the default bus of the account. */
export const TRANSCRIBE_JOB_CHANGED = 'Transcribe Job State Change';

/** The global secondary indexes of the table (docs/table.md). */
export type TableIndex = 'list' | 'order' | 'due';

/** The detail type of the events of S3 about new objects, on the default bus of the account. */
export const OBJECT_CREATED = 'Object Created';

/** The sort key of an outbox row begins with it; the stream filter of the relay selects these rows. */
export const OUTBOX_SORT_KEY_PREFIX = 'EVENT#';

/** The CloudWatch namespace of the metrics in log lines. */
export const METRIC_NAMESPACE = 'Rapporteur';

/** Paths of the pages to which Cognito returns people. */
export const SIGN_IN_PATHS = { callback: '/sign-in/callback', ended: '/sign-in/ended' } as const;
