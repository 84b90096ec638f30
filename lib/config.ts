type StageName = 'local' | 'sandbox' | 'production';

/** What differs between the stages; everything else is the same code and the same stacks. */
export interface StageConfig {
  readonly stage: StageName;
  /** `keep`: what holds customers' data outlives its stack. */
  readonly data: 'keep' | 'throw-away';
  readonly logRetentionDays: 7 | 30 | 90;
  /** Requests a second over all callers, and the burst on top; beyond it the gateway answers 429 by itself. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Invocations at once, so that retries never take a first attempt's place; 2 is the least that SQS accepts. */
  readonly concurrency: {
    readonly fanout: number;
    readonly first: number;
    readonly retry: number;
    /** Deliveries to receivers that let requests wait: nobody else waits for these. */
    readonly slow: number;
    readonly bots: number;
    readonly calendars: number;
  };
  /** A CloudFront distribution with a flood limit by address, in front of the API. */
  readonly edge?: Edge;
  /** Where callers reach the service when that is not the gateway's own address. No slash at the end. */
  readonly publicOrigin?: string;
  /** False where AWS is an emulator without Cognito: nobody signs in, and the API alone is there. */
  readonly hasSignIn: boolean;
  /** Where people sign in, when that is not the page that AWS hosts. No slash at the end. */
  readonly signInUrl?: string;
  readonly allowLocalReceivers: boolean;
  /** Multiplies the durations the service chooses itself. Anything but 1 is for local stacks alone. */
  readonly timeScale: number;
  readonly recorder: string;
  /** Origins of the test providers of calendars, which local stacks have instead of the real ones. */
  readonly testProviders?: Readonly<Record<string, string>>;
  /** Features that this deployment does without, and settings that nobody changes: shared/settings/rules/deployment.ts. */
  readonly featuresOff: readonly string[];
  readonly enforcedSettings: readonly string[];
  /** Limits of this deployment that are not the documented ones. */
  readonly limits?: Readonly<Record<string, number>>;
  /** IANA zone in which versions before 2026-10-12 render times. */
  readonly serverZone: string;
  /** Receives the alarms. */
  readonly alarmEmail?: string;
}

export interface Edge {
  readonly domain: string;
  /** An ACM certificate for the domain; CloudFront wants it in us-east-1. */
  readonly certificateArn: string;
  /** From one address, over five minutes. */
  readonly requestsInFiveMinutes: number;
}

/** What a deployment says from outside: the context of `cdk`, or the environment. */
export interface Given {
  readonly port?: number;
  /** The emulator that a local stack is deployed to. No slash at the end. */
  readonly endpoint?: string;
  /** `none` for an emulator without Cognito. */
  readonly signIn?: string;
  readonly timeScale?: number;
  readonly limits?: Readonly<Record<string, number>>;
  readonly domain?: string;
  readonly certificateArn?: string;
  readonly recorder?: string;
  readonly testProviders?: Readonly<Record<string, string>>;
  readonly alarmEmail?: string;
  /** IANA zone; UTC where nothing is said. */
  readonly serverZone?: string;
  readonly featuresOff?: readonly string[];
  readonly enforcedSettings?: readonly string[];
}

const LOCAL_PORT = 8787;
/** Where emulators answer unless they are told otherwise. */
const LOCAL_ENDPOINT = 'http://127.0.0.1:4566';

const everywhere = {
  serverZone: 'Etc/UTC',
  hasSignIn: true,
  allowLocalReceivers: false,
  timeScale: 1,
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
}: Given): StageConfig => ({
  ...everywhere,
  stage: 'local',
  data: 'throw-away',
  logRetentionDays: 7,
  throttle: { requestsPerSecond: 1000, burst: 2000 },
  concurrency: { fanout: 5, first: 5, retry: 5, slow: 5, bots: 5, calendars: 5 },
  publicOrigin: `http://127.0.0.1:${port}`,
  hasSignIn: signIn !== 'none',
  signInUrl: endpoint,
  allowLocalReceivers: true,
  timeScale,
  recorder: 'simulator',
  ...(testProviders && { testProviders }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const sandbox = ({ alarmEmail, limits }: Given): StageConfig => ({
  ...everywhere,
  stage: 'sandbox',
  data: 'throw-away',
  logRetentionDays: 30,
  throttle: { requestsPerSecond: 200, burst: 400 },
  concurrency: { fanout: 5, first: 10, retry: 5, slow: 5, bots: 5, calendars: 5 },
  recorder: 'simulator',
  ...(alarmEmail !== undefined && { alarmEmail }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const production = ({ domain, certificateArn, recorder, alarmEmail, limits }: Given): StageConfig => ({
  ...everywhere,
  stage: 'production',
  data: 'keep',
  logRetentionDays: 90,
  throttle: { requestsPerSecond: 2000, burst: 4000 },
  concurrency: { fanout: 20, first: 100, retry: 50, slow: 50, bots: 20, calendars: 20 },
  publicOrigin: `https://${asked('domain', domain)}`,
  edge: {
    domain: asked('domain', domain),
    certificateArn: asked('certificate', certificateArn),
    // 1,000 pushes a minute are allowed to a workspace, and an office may share one address.
    requestsInFiveMinutes: 10_000,
  },
  recorder: asked('recorder', recorder),
  ...(alarmEmail !== undefined && { alarmEmail }),
  ...(limits && Object.keys(limits).length > 0 && { limits }),
});

const asked = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`The production stage needs \`--context ${name}=…\`.`);
  return value;
};

/** Refused here rather than by every answer of a deployment that does not know its zone. */
const aZone = (name: string): string => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new Error(`No zone is called ${name}; \`--context serverZone=…\` takes names such as Europe/Berlin.`);
  }
};

const STAGES = { local, sandbox, production };

/** The whole configuration of a stage. Throws when the name or the zone is unknown or production was not told where it lives. */
export const configFor = (stage: string, given: Given = {}): StageConfig => {
  if (!isStage(stage)) throw new Error(`No stage is called ${stage}; there are ${Object.keys(STAGES).join(', ')}.`);
  const { serverZone, featuresOff, enforcedSettings } = given;
  return {
    ...STAGES[stage](given),
    ...(serverZone && { serverZone: aZone(serverZone) }),
    ...(featuresOff && { featuresOff }),
    ...(enforcedSettings && { enforcedSettings }),
  };
};

const isStage = (name: string): name is StageName => Object.hasOwn(STAGES, name);
