import { aServer } from '#test/support/a-server';

/** What a stubbed account has. Regions and names are joined with a slash: `us-east-1/CDKToolkit`. */
export interface AccountState {
  /** Undefined for credentials that AWS does not know. */
  readonly identity: { readonly account: string; readonly arn: string } | undefined;
  /** The error for those credentials. */
  readonly refusal: string;
  readonly stacks: Readonly<
    Record<string, { readonly status: string; readonly bootstrapVersion?: number; readonly isProtected?: boolean }>
  >;
  readonly concurrency: number;
  readonly mail: { readonly hasProductionAccess: boolean; readonly isSending: boolean };
  /** Whether each SES identity is verified. */
  readonly identities: Readonly<Record<string, boolean>>;
  readonly certificates: Readonly<
    Record<
      string,
      {
        readonly status: string;
        readonly domains: readonly string[];
        readonly expiresAt?: string;
        readonly usages?: readonly string[];
      }
    >
  >;
  readonly models: Readonly<
    Record<string, { readonly region: string; readonly authorization: string; readonly agreement: string }>
  >;
  /** The model of each inference profile. */
  readonly profiles: Readonly<Record<string, string>>;
  /** Whether its tables have a speech service; undefined for an account without tables. */
  readonly hasSpeech: boolean | undefined;
  /** Operations that the caller may not use: `GetAccount`. */
  readonly denied: readonly string[];
}

/** One request, as the protocols of AWS say it. */
interface Call {
  readonly operation: string;
  readonly region: string;
  readonly input: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An AWS account on loopback, which speaks the protocols of the services that a check reads: the query protocol (STS,
 * CloudFormation), JSON 1.1 (ACM) and REST (Lambda, SES, Bedrock). Operations that change something do not exist.
 */
export async function aStubbedAccount(state: AccountState) {
  const operations: string[] = [];
  const server = await aServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const target = String(request.headers['x-amz-target'] ?? '');
    const call = { region, ...callIn(request.url ?? '/', target, Buffer.concat(chunks).toString()) };
    operations.push(call.operation);
    const { status, body, headers } = answerTo(call, state);
    response.writeHead(status, headers).end(body);
  });
  return { ...server, operations };
}

const REST = [
  [/^\/2016-08-19\/account-settings\/?$/, 'GetAccountSettings'],
  [/^\/v2\/email\/account$/, 'GetAccount'],
  [/^\/v2\/email\/identities\/(.+)$/, 'GetEmailIdentity'],
  [/^\/foundation-model-availability\/(.+)$/, 'GetFoundationModelAvailability'],
  [/^\/inference-profiles\/(.+)$/, 'GetInferenceProfile'],
] as const;

function callIn(path: string, target: string, body: string): Omit<Call, 'region'> {
  if (target) return { operation: target.split('.').at(-1) ?? '', input: JSON.parse(body) };
  for (const [pattern, operation] of REST) {
    const match = pattern.exec(path);
    if (match) return { operation, input: { name: decodeURIComponent(match[1] ?? '') } };
  }
  const input = Object.fromEntries(new URLSearchParams(body));
  return { operation: input['Action'] ?? '', input };
}

const QUERY = ['GetCallerIdentity', 'DescribeStacks'];

function answerTo(call: Call, state: AccountState): Answer {
  const { operation } = call;
  if (state.denied.includes(operation))
    return QUERY.includes(operation)
      ? xmlError(403, 'AccessDenied', 'not authorized')
      : jsonError(403, 'AccessDeniedException', 'not authorized');
  return ANSWERS[operation]?.(call, state) ?? jsonError(404, 'UnknownOperationException', `no ${operation} here`);
}

const ANSWERS: Readonly<Record<string, (call: Call, state: AccountState) => Answer>> = {
  GetCallerIdentity: (_call, { identity, refusal }) =>
    identity
      ? xml('GetCallerIdentity', `<Account>${identity.account}</Account><Arn>${identity.arn}</Arn>`)
      : xmlError(403, refusal, 'The security token included in the request is invalid.'),

  DescribeStacks: ({ region, input }, { stacks }) => {
    const name = input['StackName'] ?? '';
    const stack = stacks[`${region}/${name}`];
    if (!stack) return xmlError(400, 'ValidationError', `Stack with id ${name} does not exist`);
    const { status, bootstrapVersion, isProtected = false } = stack;
    const output = `<member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${bootstrapVersion}</OutputValue></member>`;
    return xml(
      'DescribeStacks',
      `<Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-01T00:00:00Z</CreationTime><EnableTerminationProtection>${isProtected}</EnableTerminationProtection><Outputs>${bootstrapVersion === undefined ? '' : output}</Outputs></member></Stacks>`,
    );
  },

  GetAccountSettings: (_call, { concurrency }) => json({ AccountLimit: { ConcurrentExecutions: concurrency } }),

  GetAccount: (_call, { mail }) =>
    json({ ProductionAccessEnabled: mail.hasProductionAccess, SendingEnabled: mail.isSending }),

  GetEmailIdentity: ({ region, input }, { identities }) => {
    const isVerified = identities[`${region}/${input['name']}`];
    return isVerified === undefined
      ? jsonError(404, 'NotFoundException', 'Email identity does not exist.')
      : json({ VerifiedForSendingStatus: isVerified });
  },

  DescribeCertificate: ({ region, input }, { certificates }) => {
    const arn = input['CertificateArn'] ?? '';
    const found = arn.split(':')[3] === region ? certificates[arn] : undefined;
    if (!found) return jsonError(400, 'ResourceNotFoundException', `Could not find certificate ${arn}.`);
    return json({
      Certificate: {
        CertificateArn: arn,
        Status: found.status,
        DomainName: found.domains[0],
        SubjectAlternativeNames: found.domains,
        ...(found.expiresAt && { NotAfter: Date.parse(found.expiresAt) / 1000 }),
        ExtendedKeyUsages: (found.usages ?? []).map((Name) => ({ Name })),
      },
    });
  },

  ListTables: (_call, { hasSpeech }) =>
    json({
      TableNames: hasSpeech === undefined ? [] : ['sandbox', 'production'].map((one) => `rapporteur-${one}-storage-T`),
    }),

  GetItem: (_call, { hasSpeech }) => json(hasSpeech === true ? { Item: { pk: { S: 'MODEL#speech' } } } : {}),

  GetInferenceProfile: ({ input }, { profiles }) => {
    const model = profiles[input['name'] ?? ''];
    return model === undefined
      ? jsonError(404, 'ResourceNotFoundException', 'The inference profile does not exist.')
      : json({ models: [{ modelArn: `arn:aws:bedrock:eu-central-1::foundation-model/${model}` }] });
  },

  GetFoundationModelAvailability: ({ input }, { models }) => {
    const model = models[input['name'] ?? ''];
    if (!model) return jsonError(404, 'ResourceNotFoundException', 'The model does not exist.');
    return json({
      modelId: input['name'],
      regionAvailability: model.region,
      authorizationStatus: model.authorization,
      agreementAvailability: { status: model.agreement },
      entitlementAvailability: 'AVAILABLE',
    });
  },
};

const json = (body: object): Answer => ({
  status: 200,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const jsonError = (status: number, code: string, message: string): Answer => ({
  status,
  body: JSON.stringify({ __type: code, message }),
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
});

const xml = (operation: string, result: string): Answer => ({
  status: 200,
  body: `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>`,
  headers: { 'content-type': 'text/xml' },
});

const xmlError = (status: number, code: string, message: string): Answer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  headers: { 'content-type': 'text/xml' },
});

const ACCOUNT = '111111111111';
export const HOME = 'eu-central-1';
const EDGE = 'us-east-1';

const certificateIn = (region: string, last: number) =>
  `arn:aws:acm:${region}:${ACCOUNT}:certificate/00000000-0000-4000-8000-00000000000${last}`;

export const CERTIFICATES = {
  domain: certificateIn(EDGE, 0),
  origin: certificateIn(HOME, 1),
  client: certificateIn(EDGE, 2),
};

const EXPIRES = '2099-01-01T00:00:00Z';

/** An account in which nothing is missing for a production in eu-central-1, changed by what is given. */
export const anAccount = (given: Partial<AccountState> = {}): AccountState => ({
  identity: { account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/ada` },
  refusal: 'InvalidClientTokenId',
  stacks: {
    [`${HOME}/CDKToolkit`]: { status: 'CREATE_COMPLETE', bootstrapVersion: 30 },
    [`${EDGE}/CDKToolkit`]: { status: 'UPDATE_COMPLETE', bootstrapVersion: 30 },
  },
  concurrency: 1_000,
  hasSpeech: true,
  mail: { hasProductionAccess: true, isSending: true },
  identities: { [`${HOME}/example.com`]: true },
  certificates: {
    [CERTIFICATES.domain]: { status: 'ISSUED', domains: ['*.example.com'], expiresAt: EXPIRES },
    [CERTIFICATES.origin]: { status: 'ISSUED', domains: ['origin.example.com'], expiresAt: EXPIRES },
    [CERTIFICATES.client]: {
      status: 'ISSUED',
      domains: ['Rapporteur edge'],
      expiresAt: EXPIRES,
      usages: ['TLS_WEB_CLIENT_AUTHENTICATION'],
    },
  },
  models: {
    'amazon.nova-lite-v1:0': { region: 'AVAILABLE', authorization: 'AUTHORIZED', agreement: 'AVAILABLE' },
  },
  profiles: { 'eu.amazon.nova-lite-v1:0': 'amazon.nova-lite-v1:0' },
  denied: [],
  ...given,
});
