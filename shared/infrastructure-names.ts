/** Names of the environment variables by which the stack tells a function what it was given. */
export const ENV = {
  tableName: 'TABLE_NAME',
  busName: 'BUS_NAME',
  filesBucket: 'FILES_BUCKET',
  keyId: 'SECRETS_KEY_ID',
  /** Name of the stage, for logs and links. */
  stage: 'STAGE',
  /** Root of the API as callers see it, ending in /api/v1. */
  baseUrl: 'BASE_URL',
  /** Root of the hosted pages. */
  appUrl: 'APP_URL',
  /** The pool of people who sign in, and our pages as its client. */
  userPoolId: 'USER_POOL_ID',
  userPoolClientId: 'USER_POOL_CLIENT_ID',
  /** Where Cognito's own page lies, no slash at the end; on a local stack, the emulator. */
  signInUrl: 'SIGN_IN_URL',
  /** Where the keys are that its tokens are signed with. */
  signInKeysUrl: 'SIGN_IN_KEYS_URL',
  /** Multiplies the durations that the service chooses itself; 1 where absent. Local stacks only. */
  timeScale: 'TIME_SCALE',
  /** `true` lets webhooks reach the literal hosts localhost and 127.0.0.1. Local stacks only. */
  allowLocalReceivers: 'ALLOW_LOCAL_RECEIVERS',
  /** How many proxies of ours stand in front of the gateway; 0 where absent. */
  proxies: 'PROXIES',
  /** JSON map from the name of a limit to the most it allows, where that is not what is documented. */
  limits: 'LIMITS',
  /** IANA zone in which versions before 2026-10-12 render times. */
  serverZone: 'SERVER_ZONE',
  /** `simulator` or the name of a real recorder. */
  recorder: 'RECORDER',
  /** Names of the features that are turned off, with commas; none where absent. */
  featuresOff: 'FEATURES_OFF',
  /** Dotted paths of the settings that nobody changes, with commas; none where absent. */
  enforcedSettings: 'ENFORCED_SETTINGS',
  /** JSON: origins of the test providers of calendars. Local stacks only; the real Google and Microsoft where absent. */
  testProviders: 'TEST_PROVIDERS',
  calendarQueueUrl: 'CALENDAR_QUEUE_URL',
  /** Where the sync leaves what waits for somebody who runs the service. */
  calendarDeadLettersUrl: 'CALENDAR_DEAD_LETTERS_URL',
  botQueueUrl: 'BOT_QUEUE_URL',
  fanoutQueueUrl: 'FANOUT_QUEUE_URL',
  firstQueueUrl: 'FIRST_QUEUE_URL',
  retryQueueUrl: 'RETRY_QUEUE_URL',
  slowQueueUrl: 'SLOW_QUEUE_URL',
  /** The sweeper's own name, by which it hands on what is too much for one invocation. */
  sweeperFunction: 'SWEEPER_FUNCTION',
  /** JSON map from endpoint group to function name, for the fallback function. */
  groupFunctions: 'GROUP_FUNCTIONS',
} as const;
