type StageName = 'local' | 'sandbox' | 'production';

const TRAFFIC_SHIFTS = ['canary', 'at_once'] as const;
type TrafficShifting = (typeof TRAFFIC_SHIFTS)[number];

/** What differs between the stages. The code and the stacks are the same in all of them. */
export interface StageConfig {
  readonly stage: StageName;
  /** With `retain`, resources with customer data are kept when their stack is deleted. */
  readonly data: 'retain' | 'destroy';
  /**
   * Whether the table, the user pool and the storage stack refuse their deletion. Not while the stack is created: what
   * refuses it cannot be rolled back (docs/decisions/data-protection.md).
   */
  readonly protectsData: boolean;
  readonly logRetentionDays: 7 | 30 | 90;
  /** Requests per second of all callers together, and the burst. The gateway responds 429 beyond these. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /**
   * The maximum concurrency of each queue, so that retries do not block first attempts. SQS accepts 2 or more. Without
   * one, Lambda polls a quiet queue less: docs/decisions/work-by-workspace.md.
   */
  readonly concurrency: {
    readonly fanout?: number;
    readonly first: number;
    readonly retry: number;
    /** Deliveries to slow receivers, which must not delay other deliveries. */
    readonly slow: number;
    readonly bots?: number;
    /** Live transcripts: one for each bot that someone reads along, at most. */
    readonly live?: number;
    readonly calendars?: number;
    /** Of each worker for long jobs but recordings: settings, redeliveries and housekeeping. A job writes 200 rows a second at most. */
    readonly jobs?: number;
    /** Recordings that are downloaded, transcribed or summarized: most calls end on the hour. */
    readonly recordings?: number;
  };
  /**
   * Reserved concurrency by folder under functions/: kept for the function, and its most. The API is capped by nothing else
   * than the gateway's throttle, the sweeper and the relay by nothing. The account needs its default of 1,000, of which
   * AWS keeps 100 unreserved: docs/decisions/share-of-the-api.md.
   */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  /**
   * How new versions of the functions behind the gateway and of webhook delivery get their traffic: `canary` by CodeDeploy,
   * rolled back by alarms, `at_once` without regard to alarms. Undefined: functions have no aliases.
   */
  readonly trafficShift?: TrafficShifting;
  /** A CloudFront distribution in front of the API, with a rate limit by IP address. */
  readonly edge?: Edge;
  /** The origin that callers use, if it is not the gateway's own. Without a trailing slash. */
  readonly publicOrigin?: string;
  /** False on an emulator without Cognito: sign-in is unavailable, only the API works. */
  readonly hasSignIn: boolean;
  /** The emulator that a local stack is deployed to. Without a trailing slash. */
  readonly localEmulator?: string;
  /** The origin of the sign-in page, if it is not the one that Cognito hosts. Without a trailing slash. */
  readonly signInUrl?: string;
  readonly allowLocalReceivers: boolean;
  /** Whether mail is kept for the page `/app/outbox` instead of being sent. */
  readonly keepsMail: boolean;
  /** Multiplies the durations that the service chooses itself. Other values than 1 are for local stacks only. */
  readonly timeScale: number;
  /** Bots go to the simulator as long as no recorder is configured (`npm run ops -- recorder`). */
  readonly hasSimulator: boolean;
  /** Whether recordings stay at their recorder after they were copied. */
  readonly keepsRecorderData: boolean;
  /** What may be invoked for summaries: ids of foundation models and of inference profiles of Amazon Bedrock. */
  readonly bedrockModels: readonly string[];
  /** Limits of a bot's stay at a recorder that differ from the documented ones, as JSON. */
  readonly stayLimits?: string;
  /** Origins of test providers of calendars, which a local stack uses instead of Google and Microsoft. */
  readonly testProviders?: Readonly<Record<string, string>>;
  /** Features that are turned off, and settings that cannot be changed: shared/meetings/settings/rules/deployment.ts. */
  readonly featuresOff: readonly string[];
  readonly enforcedSettings: readonly string[];
  /** Limits that differ from the documented ones. */
  readonly limits?: Readonly<Record<string, number>>;
  /** The most days for which what meetings recorded is kept; without it, settings alone decide. */
  readonly retentionMaximumDays?: string;
  /** What a minute of media costs in orders, `0.12EUR`; without it, orders have no price. */
  readonly pricePerMinute?: string;
  /** IANA zone in which versions before 2026-10-12 render times. */
  readonly serverZone: string;
  /**
   * The address that mail comes from, at an identity that SES has verified. Without it, Cognito sends the mails of the
   * user pool itself, 50 a day, and the service sends none.
   */
  readonly mailFrom?: string;
  /** The identity in SES that `mailFrom` is sent by: its domain, a parent of that, or the address. With `mailFrom` alone. */
  readonly mailIdentity?: string;
  /** The address that receives the alarms. */
  readonly alarmEmail?: string;
  /** Whether the stage has alarms and a dashboard, which cost about $6 a month: production, and what has an `alarmEmail`. */
  readonly hasMonitoring: boolean;
}

/** CloudFront in front of the API, and the mutual TLS by which the API accepts requests from it alone. */
export interface Edge {
  readonly domain: string;
  /** An ACM certificate for the domain, in us-east-1 as CloudFront requires. */
  readonly certificateArn: string;
  /** The domain of the API itself, which CloudFront calls. */
  readonly originDomain: string;
  /** An ACM certificate for the origin's domain, in the region of the service. */
  readonly originCertificateArn: string;
  /** The ACM certificate, in us-east-1, by which CloudFront identifies itself to the API. */
  readonly clientCertificateArn: string;
  /** A PEM file of the certificates of the authorities whose client certificates the API accepts: two during a rotation. */
  readonly clientAuthorities: string;
  /** Requests in five minutes from one IP address, and with one API key from any number of addresses. */
  readonly requestsInFiveMinutes: { readonly byAddress: number; readonly byKey: number };
}

/** The options of a deployment, from the context of `cdk` or the environment. */
export interface DeploymentOptions {
  readonly port?: number;
  /** `false` reserves no concurrency, in an account that has less than the default of 1,000. */
  readonly reserveConcurrency?: string;
  /** `canary`, the default of production, or `at_once`. */
  readonly trafficShift?: string;
  /** The emulator that a local stack is deployed to. Without a trailing slash. */
  readonly endpoint?: string;
  /** `none` on an emulator without Cognito. */
  readonly signIn?: string;
  readonly timeScale?: number;
  readonly limits?: Readonly<Record<string, number>>;
  /** `false` for the deployment that creates the stacks of production; by default its data is protected. */
  readonly protectData?: string;
  readonly domain?: string;
  readonly certificateArn?: string;
  readonly originDomain?: string;
  readonly originCertificateArn?: string;
  readonly clientCertificateArn?: string;
  readonly clientAuthorities?: string;
  readonly mailFrom?: string;
  /** By default the domain of `mailFrom`. */
  readonly mailIdentity?: string;
  readonly testProviders?: Readonly<Record<string, string>>;
  readonly alarmEmail?: string;
  /** `true` or `false`, by default `false`. */
  readonly keepRecorderData?: string;
  readonly bedrockModels?: readonly string[];
  readonly stayLimits?: string;
  readonly pricePerMinute?: string;
  readonly retentionMaximumDays?: string;
  /** IANA time zone, by default UTC. */
  readonly serverZone?: string;
  readonly featuresOff?: readonly string[];
  readonly enforcedSettings?: readonly string[];
}

/** What partners call most, and what everything else waits for. */
const RESERVED_IN_PRODUCTION = {
  'api/calendar-events': 100,
  'api/meetings': 60,
  'api/bots': 40,
  // Anyone can invoke it, past the firewall: a flood takes nothing from the API. What it refuses waits for no other service.
  'sockets/live': 12,
  // Eight shards of the stream with four batches each.
  'workers/outbox-relay': 32,
  // A sweep continues in one invocation for each of the twelve shards that have entries, and the next one begins meanwhile.
  'workers/sweeper': 26,
} as const;

const LOCAL_PORT = 8787;
/** The default endpoint of emulators. */
const LOCAL_ENDPOINT = 'http://127.0.0.1:4566';

const defaults = {
  serverZone: 'Etc/UTC',
  reservedConcurrency: {},
  hasSignIn: true,
  allowLocalReceivers: false,
  keepsMail: false,
  timeScale: 1,
  keepsRecorderData: false,
  bedrockModels: [],
  featuresOff: [],
  enforcedSettings: [],
} as const;

const local = ({
  port = LOCAL_PORT,
  endpoint = LOCAL_ENDPOINT,
  signIn,
  timeScale = 1,
  limits,
  testProviders,
}: DeploymentOptions): StageConfig => ({
  ...defaults,
  stage: 'local',
  data: 'destroy',
  protectsData: false,
  logRetentionDays: 7,
  throttle: { requestsPerSecond: 1000, burst: 2000 },
  concurrency: { fanout: 5, first: 5, retry: 5, slow: 5, bots: 5, live: 5, calendars: 5, jobs: 3, recordings: 5 },
  publicOrigin: `http://127.0.0.1:${port}`,
  hasSignIn: signIn !== 'none',
  signInUrl: endpoint,
  localEmulator: endpoint,
  allowLocalReceivers: true,
  keepsMail: true,
  timeScale,
  hasSimulator: true,
  hasMonitoring: false,
  ...(testProviders && { testProviders }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const sandbox = ({ mailFrom, mailIdentity, alarmEmail, limits }: DeploymentOptions): StageConfig => ({
  ...defaults,
  stage: 'sandbox',
  data: 'destroy',
  protectsData: false,
  logRetentionDays: 30,
  throttle: { requestsPerSecond: 200, burst: 400 },
  concurrency: { first: 10, retry: 5, slow: 5 },
  hasSimulator: true,
  ...(mailFrom !== undefined && { mailFrom, mailIdentity: identityOf(mailFrom, mailIdentity) }),
  hasMonitoring: alarmEmail !== undefined,
  ...(alarmEmail !== undefined && { alarmEmail }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const production = ({
  mailFrom,
  mailIdentity,
  alarmEmail,
  limits,
  reserveConcurrency,
  trafficShift,
  protectData,
  ...edge
}: DeploymentOptions): StageConfig => ({
  ...defaults,
  stage: 'production',
  data: 'retain',
  protectsData: protectData !== 'false',
  logRetentionDays: 90,
  throttle: { requestsPerSecond: 2000, burst: 4000 },
  concurrency: {
    ...{ fanout: 20, first: 100, retry: 50, slow: 50 },
    ...{ bots: 20, live: 50, calendars: 20, jobs: 10, recordings: 100 },
  },
  trafficShift: trafficShifting(trafficShift),
  ...(reserveConcurrency !== 'false' && { reservedConcurrency: RESERVED_IN_PRODUCTION }),
  publicOrigin: `https://${required('domain', edge.domain)}`,
  edge: {
    domain: required('domain', edge.domain),
    certificateArn: required('certificate', edge.certificateArn),
    originDomain: required('originDomain', edge.originDomain),
    originCertificateArn: required('originCertificate', edge.originCertificateArn),
    clientCertificateArn: required('clientCertificate', edge.clientCertificateArn),
    clientAuthorities: required('clientAuthorities', edge.clientAuthorities),
    // A workspace may push 1,000 events a minute, and several may share one IP address.
    // One key may use a tenth of what the gateway takes from all.
    requestsInFiveMinutes: { byAddress: 10_000, byKey: 60_000 },
  },
  hasSimulator: false,
  mailFrom: required('mailFrom', mailFrom),
  mailIdentity: identityOf(required('mailFrom', mailFrom), mailIdentity),
  hasMonitoring: true,
  ...(alarmEmail !== undefined && { alarmEmail }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const required = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`The production stage needs \`--context ${name}=…\`.`);
  return value;
};

const trafficShifting = (name = 'canary'): TrafficShifting => {
  const known = TRAFFIC_SHIFTS.find((one) => one === name);
  if (!known) throw new Error(`\`--context trafficShift=…\` takes ${TRAFFIC_SHIFTS.join(' or ')}, not "${name}".`);
  return known;
};

/** Refuses an identity by which SES would not send from the address. */
const identityOf = (address: string, identity = address.replace(/^.*@/, '')): string => {
  if (identity === address || `.${address.replace(/^.*@/, '')}`.endsWith(`.${identity}`)) return identity;
  throw new Error(
    `\`--context mailIdentity=…\` takes ${address}, its domain or a parent of that domain, not "${identity}".`,
  );
};

/** Refuses an unknown time zone at deployment, rather than in every response. */
const timeZone = (name: string): string => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new Error(
      `There is no time zone ${name}. \`--context serverZone=…\` takes IANA names such as Europe/Berlin.`,
    );
  }
};

/** Refuses what would become another resource in the policy: a wildcard, an ARN. */
const bedrockModel = (id: string): string => {
  if (/^[a-z0-9-]+\.[\w.:-]+$/.test(id)) return id;
  throw new Error(`\`--context bedrockModels=…\` takes ids such as eu.amazon.nova-lite-v1:0, not "${id}".`);
};

const STAGES = { local, sandbox, production };

/** The configuration of a stage. Throws for an unknown stage or time zone, and when a required option of production is missing. */
export const configFor = (stage: string, options: DeploymentOptions = {}): StageConfig => {
  if (!isStage(stage)) throw new Error(`There is no stage ${stage}; the stages are ${Object.keys(STAGES).join(', ')}.`);
  const { serverZone, featuresOff, enforcedSettings, keepRecorderData, bedrockModels, stayLimits } = options;
  const { pricePerMinute, retentionMaximumDays } = options;
  return {
    ...STAGES[stage](options),
    ...(serverZone && { serverZone: timeZone(serverZone) }),
    ...(keepRecorderData === 'true' && { keepsRecorderData: true }),
    ...(stayLimits && { stayLimits }),
    ...(pricePerMinute && { pricePerMinute }),
    ...(retentionMaximumDays && { retentionMaximumDays }),
    ...(bedrockModels && { bedrockModels: bedrockModels.map(bedrockModel) }),
    ...(featuresOff && { featuresOff }),
    ...(enforcedSettings && { enforcedSettings }),
  };
};

const isStage = (name: string): name is StageName => Object.hasOwn(STAGES, name);
