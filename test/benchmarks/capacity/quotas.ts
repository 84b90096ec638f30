/** A bound of AWS, for an account in us-east-1 that asked for nothing. */
export interface Quota {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  /** Where AWS says it, and when it was read. */
  readonly source: string;
  /** Whether AWS raises it on request; else the design has to change. */
  readonly raised: boolean;
}

const READ_ON = 'read 2026-11-28';
/** The page itself could not be opened: the number is that of a copy, which may be older. */
const READ_IN_A_COPY = `by a copy of the page; ${READ_ON}`;

/**
 * Default quotas, by AWS's own documents, except that of SES, which names none for accounts with production access. The
 * numbers of an account are in the Service Quotas console.
 */
export const QUOTAS = {
  functions: {
    name: 'Lambda concurrent executions',
    limit: 1_000,
    unit: 'at once',
    source: `Lambda developer guide, "Lambda quotas"; ${READ_ON}`,
    raised: true,
  },
  functionStarts: {
    name: 'Lambda scaling rate of one function',
    limit: 1_000,
    unit: 'more in ten seconds',
    source: `Lambda developer guide, "Lambda scaling behavior"; ${READ_ON}`,
    raised: false,
  },
  putEvents: {
    name: 'EventBridge PutEvents throttle limit',
    limit: 10_000,
    unit: 'a second',
    source: `EventBridge user guide, "Amazon EventBridge quotas", ${READ_IN_A_COPY}`,
    raised: true,
  },
  busTargets: {
    name: 'EventBridge invocations throttle limit',
    limit: 18_750,
    unit: 'a second',
    source: `EventBridge user guide, "Amazon EventBridge quotas"; ${READ_ON}`,
    raised: true,
  },
  tableWrites: {
    name: 'DynamoDB write units of a table',
    limit: 40_000,
    unit: 'a second',
    source: `DynamoDB developer guide, "Quotas in Amazon DynamoDB", ${READ_IN_A_COPY}`,
    raised: true,
  },
  tableReads: {
    name: 'DynamoDB read units of a table',
    limit: 40_000,
    unit: 'a second',
    source: `DynamoDB developer guide, "Quotas in Amazon DynamoDB", ${READ_IN_A_COPY}`,
    raised: true,
  },
  duePartition: {
    name: 'DynamoDB write units of one partition key, of the index `due`',
    limit: 1_000,
    unit: 'a second',
    source: `DynamoDB developer guide, "Best practices for designing and using partition keys effectively"; ${READ_ON}`,
    raised: false,
  },
  messagesInFlight: {
    name: 'SQS messages in flight of a standard queue',
    limit: 120_000,
    unit: 'at once',
    source: `SQS developer guide, "Amazon SQS queue quotas"; ${READ_ON}`,
    raised: true,
  },
  requests: {
    name: 'API Gateway requests of an account',
    limit: 10_000,
    unit: 'a second',
    source: `API Gateway developer guide, "Amazon API Gateway quotas"; ${READ_ON}`,
    raised: true,
  },
  connections: {
    name: 'API Gateway new WebSocket connections',
    limit: 500,
    unit: 'a second',
    source: `API Gateway developer guide, "Quotas for configuring and running a WebSocket API"; ${READ_ON}`,
    raised: true,
  },
  keys: {
    name: 'KMS cryptographic operations (symmetric)',
    limit: 100_000,
    unit: 'a second',
    source: `KMS developer guide, "Request quotas": 10,000 or 20,000 in most regions, ${READ_IN_A_COPY}`,
    raised: true,
  },
  mails: {
    name: 'SES sending quota',
    limit: 50_000,
    unit: 'in 24 hours',
    source: `SES developer guide, "Managing your Amazon SES sending limits", names 200 in the sandbox and no other number: this is what accounts with production access report; ${READ_ON}`,
    raised: true,
  },
  transcriptions: {
    name: 'Transcribe concurrent batch jobs',
    limit: 250,
    unit: 'at once',
    source: `Transcribe developer guide, "Guidelines and quotas"; ${READ_ON}`,
    raised: true,
  },
  transcriptionStarts: {
    name: 'Transcribe StartTranscriptionJob',
    limit: 25,
    unit: 'a second',
    source: `Transcribe developer guide, "Guidelines and quotas"; ${READ_ON}`,
    raised: true,
  },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof QUOTAS;

/** How much of each is used, in its unit. */
export type QuotaUse = Readonly<Record<QuotaName, number>>;

export interface QuotaState extends Quota {
  readonly used: number;
  /** Of the limit, 1 where it is just met. */
  readonly share: number;
}

/** The fullest first. */
export const quotaStates = (use: QuotaUse): readonly QuotaState[] =>
  (Object.keys(QUOTAS) as QuotaName[])
    .map((name) => ({ ...QUOTAS[name], used: use[name], share: use[name] / QUOTAS[name].limit }))
    .sort((one, other) => other.share - one.share);
