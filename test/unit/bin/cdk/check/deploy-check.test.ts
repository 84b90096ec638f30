import { CredentialsProviderError } from '@smithy/core/config';
import { findingsOf } from '#bin/cdk/check/checks/checks';
import { type Deployment, PRODUCTION_CONTEXT, readFacts } from '#bin/cdk/check/read-facts';
import { blockers, reportOf } from '#bin/cdk/check/report';
import { type ClientOptions, sdkAccount } from '#bin/cdk/check/sdk-account';
import { deploymentOptions } from '#bin/cdk/deployment-options';
import { configFor } from '#lib/config';
import { type AccountState, anAccount, aStubbedAccount, CERTIFICATES, HOME } from '#test/support/a-stubbed-account';
import { describe, expect, it } from '#test/support/jest';

const NOW = Date.UTC(2026, 11, 1);

const CONTEXT = {
  domain: 'api.example.com',
  certificate: CERTIFICATES.domain,
  originDomain: 'origin.example.com',
  originCertificate: CERTIFICATES.origin,
  clientCertificate: CERTIFICATES.client,
  clientAuthorities: 'test/infra/client-authorities.pem',
  mailFrom: 'no-reply@example.com',
  bedrockModels: 'eu.amazon.nova-lite-v1:0',
};

const aDeployment = (given: Partial<Deployment> = {}): Deployment => ({
  stage: 'production',
  region: HOME,
  context: CONTEXT,
  ...given,
});

/** Checks a stubbed account on the wire. */
async function check(
  state: AccountState,
  deployment = aDeployment(),
  credentials: ClientOptions['credentials'] = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
) {
  const account = await aStubbedAccount(state);
  try {
    const reader = sdkAccount({ endpoint: account.url, ...(credentials && { credentials }) });
    const facts = await readFacts(reader, deployment, NOW);
    const findings = findingsOf(facts);
    return { findings, report: reportOf(facts, findings), missing: blockers(findings), operations: account.operations };
  } finally {
    await account.close();
  }
}

const without = (name: string) => Object.fromEntries(Object.entries(CONTEXT).filter(([one]) => one !== name));

const inStacks = (name: string, stack: AccountState['stacks'][string]) =>
  anAccount({ stacks: { ...anAccount().stacks, [name]: stack } });

const inCertificates = (arn: string, certificate: Partial<AccountState['certificates'][string]>) => {
  const { certificates } = anAccount();
  const before = certificates[arn] ?? { status: '', domains: [] };
  return anAccount({ certificates: { ...certificates, [arn]: { ...before, ...certificate } } });
};

const { [CERTIFICATES.origin]: _origin, ...withoutOrigin } = anAccount().certificates;

const ofModel = (model: Partial<AccountState['models'][string]>) =>
  anAccount({
    models: {
      'amazon.nova-lite-v1:0': { region: 'AVAILABLE', authorization: 'AUTHORIZED', agreement: 'AVAILABLE', ...model },
    },
  });

interface FailingState {
  readonly when: string;
  readonly account?: AccountState;
  readonly deployment?: Partial<Deployment>;
  readonly credentials?: ClientOptions['credentials'];
  readonly says: string;
  readonly command?: string;
}

const STORAGE = `${HOME}/rapporteur-production-storage`;

/** States that stop a deploy to production, each with its sentence and the beginning of its command. */
const FAILING: readonly FailingState[] = [
  {
    when: 'AWS does not know the credentials',
    account: anAccount({ identity: undefined }),
    says: 'AWS does not accept the credentials (InvalidClientTokenId: The security token included in the request is invalid).',
    command: 'aws sts get-caller-identity',
  },
  {
    when: 'the credentials have expired',
    account: anAccount({ identity: undefined, refusal: 'ExpiredToken' }),
    says: 'The AWS credentials have expired: sign in again.',
    command: 'aws sso login',
  },
  {
    when: 'there are no credentials',
    credentials: () => Promise.reject(new CredentialsProviderError('Could not load credentials from any providers')),
    says: 'No AWS credentials were found: sign in, or name a profile with --profile.',
    command: 'aws configure',
  },
  {
    when: 'the profile needs a code',
    credentials: () =>
      Promise.reject(
        new CredentialsProviderError(
          'Profile ada requires multi-factor authentication, but no MFA code callback was provided.',
        ),
      ),
    says: 'The AWS profile requires a code of multi-factor authentication: get credentials for this terminal first.',
    command: 'eval "$(aws configure export-credentials --format env)"',
  },
  {
    when: 'no region is set',
    deployment: { region: undefined },
    says: 'No AWS region is set.',
    command: 'export AWS_REGION=eu-central-1',
  },
  {
    when: 'the region is not bootstrapped',
    account: anAccount({ stacks: { 'us-east-1/CDKToolkit': { status: 'CREATE_COMPLETE', bootstrapVersion: 30 } } }),
    says: 'CDK is not bootstrapped in eu-central-1.',
    command: 'npx cdk bootstrap aws://111111111111/eu-central-1 -c stage=sandbox',
  },
  {
    when: 'us-east-1 is not bootstrapped',
    account: anAccount({ stacks: { [`${HOME}/CDKToolkit`]: { status: 'CREATE_COMPLETE', bootstrapVersion: 30 } } }),
    says: 'CDK is not bootstrapped in us-east-1, where the stack of CloudFront is deployed.',
    command: 'npx cdk bootstrap aws://111111111111/us-east-1 -c stage=sandbox',
  },
  {
    when: 'the bootstrap is too old',
    account: inStacks(`${HOME}/CDKToolkit`, { status: 'UPDATE_COMPLETE', bootstrapVersion: 5 }),
    says: 'The CDK bootstrap stack in eu-central-1 has version 5, and 6 is required.',
    command: 'npx cdk bootstrap aws://111111111111/eu-central-1 -c stage=sandbox',
  },
  {
    when: 'a stack was never whole',
    account: inStacks(STORAGE, { status: 'ROLLBACK_COMPLETE', isProtected: true }),
    says: 'The stack rapporteur-production-storage is ROLLBACK_COMPLETE: it was never whole, and has to be deleted. Read its events first; a table or bucket that it keeps has data of an earlier deploy.',
    command:
      'aws cloudformation update-termination-protection --no-enable-termination-protection --region eu-central-1 --stack-name rapporteur-production-storage && aws cloudformation delete-stack --region eu-central-1 --stack-name rapporteur-production-storage && aws cloudformation wait stack-delete-complete --region eu-central-1 --stack-name rapporteur-production-storage',
  },
  {
    when: 'the edge stack could not be deleted',
    account: inStacks('us-east-1/rapporteur-production-edge', { status: 'DELETE_FAILED' }),
    says: 'The stack rapporteur-production-edge is DELETE_FAILED: it was never whole, and has to be deleted. Read its events first; a table or bucket that it keeps has data of an earlier deploy.',
    command: 'aws cloudformation delete-stack --region us-east-1 --stack-name rapporteur-production-edge',
  },
  {
    when: 'a rollback of a stack failed',
    account: inStacks(STORAGE, { status: 'UPDATE_ROLLBACK_FAILED' }),
    says: 'The stack rapporteur-production-storage is UPDATE_ROLLBACK_FAILED: mend what its events name, then let it go back to its former state.',
    command: 'aws cloudformation continue-update-rollback',
  },
  {
    when: 'an update of a stack failed and was kept',
    account: inStacks(STORAGE, { status: 'UPDATE_FAILED' }),
    says: 'The stack rapporteur-production-storage is UPDATE_FAILED: take it back to its former state first.',
    command: 'aws cloudformation rollback-stack',
  },
  {
    when: 'an import into a stack failed',
    account: inStacks(STORAGE, { status: 'IMPORT_ROLLBACK_FAILED' }),
    says: 'The stack rapporteur-production-storage is IMPORT_ROLLBACK_FAILED, in which CloudFormation takes no deploy: read its events.',
    command: 'aws cloudformation describe-stack-events',
  },
  {
    when: 'another deploy is running',
    account: inStacks(STORAGE, { status: 'UPDATE_IN_PROGRESS' }),
    says: 'The stack rapporteur-production-storage is UPDATE_IN_PROGRESS: another deploy is running. Wait for its end.',
    command: 'aws cloudformation describe-stacks',
  },
  {
    when: 'the account is new and has little concurrency',
    account: anAccount({ concurrency: 10 }),
    says: 'Lambda runs 10 functions at once in eu-central-1, and the production stage needs 750: ask AWS for more, which takes hours to days.',
    command:
      'aws service-quotas request-service-quota-increase --region eu-central-1 --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
  },
  {
    when: 'SES has no identity of mailFrom',
    account: anAccount({ identities: {} }),
    says: 'SES in eu-central-1 has no identity example.com, which mail from no-reply@example.com needs: create it, and publish the DNS records that the command prints.',
    command: 'aws sesv2 create-email-identity --region eu-central-1 --email-identity example.com',
  },
  {
    when: 'SES has not verified the identity',
    account: anAccount({ identities: { [`${HOME}/example.com`]: false } }),
    says: 'SES in eu-central-1 has not verified example.com yet: publish its DNS records, which the command prints.',
    command: 'aws sesv2 get-email-identity --region eu-central-1 --email-identity example.com',
  },
  {
    when: 'SES is in its sandbox',
    account: anAccount({ mail: { hasProductionAccess: false, isSending: true } }),
    says: 'SES in eu-central-1 is in its sandbox: mail reaches verified addresses only, 200 a day. Ask AWS for production access, which takes about a day.',
    command: 'aws sesv2 put-account-details --region eu-central-1 --production-access-enabled',
  },
  {
    when: 'SES has paused the account',
    account: anAccount({ mail: { hasProductionAccess: true, isSending: false } }),
    says: "SES has paused sending in eu-central-1: see the account's messages from AWS.",
    command: 'aws sesv2 get-account --region eu-central-1',
  },
  {
    when: 'a certificate is in another region',
    deployment: { context: { ...CONTEXT, certificate: CERTIFICATES.origin } },
    says: `\`certificate\` has to be the ARN of an ACM certificate in us-east-1, not "${CERTIFICATES.origin}".`,
    command: 'aws acm request-certificate --region us-east-1 --domain-name api.example.com --validation-method DNS',
  },
  {
    when: 'ACM has no such certificate',
    account: anAccount({ certificates: withoutOrigin }),
    says: `ACM in eu-central-1 has no certificate ${CERTIFICATES.origin}, which \`originCertificate\` names.`,
    command: 'aws acm request-certificate --region eu-central-1 --domain-name origin.example.com',
  },
  {
    when: 'a certificate waits for its validation',
    account: inCertificates(CERTIFICATES.domain, { status: 'PENDING_VALIDATION' }),
    says: 'The certificate named by `certificate` waits for its validation: publish the DNS records that the command prints.',
    command: `aws acm describe-certificate --region us-east-1 --certificate-arn ${CERTIFICATES.domain} --query Certificate.DomainValidationOptions`,
  },
  {
    when: 'a certificate was revoked',
    account: inCertificates(CERTIFICATES.origin, { status: 'REVOKED' }),
    says: 'The certificate named by `originCertificate` is REVOKED: request or import another one.',
    command: 'aws acm request-certificate --region eu-central-1 --domain-name origin.example.com',
  },
  {
    when: 'a certificate has expired',
    account: inCertificates(CERTIFICATES.client, { expiresAt: '2026-11-30T00:00:00Z' }),
    says: 'The certificate named by `clientCertificate` is EXPIRED: request or import another one.',
    command: 'aws acm import-certificate --region us-east-1',
  },
  {
    when: 'a certificate is for another domain',
    account: inCertificates(CERTIFICATES.origin, { domains: ['*.origin.example.com', 'example.com'] }),
    says: 'The certificate named by `originCertificate` is for *.origin.example.com, example.com, not for origin.example.com.',
    command: 'aws acm request-certificate --region eu-central-1 --domain-name origin.example.com',
  },
  {
    when: 'the client certificate is one of a server',
    account: inCertificates(CERTIFICATES.client, { usages: ['TLS_WEB_SERVER_AUTHENTICATION'] }),
    says: 'The certificate named by `clientCertificate` is not for clients (TLS_WEB_SERVER_AUTHENTICATION): its extendedKeyUsage has to be clientAuth.',
    command: 'aws acm import-certificate --region us-east-1',
  },
  {
    when: 'a file of client authorities is missing',
    deployment: { context: { ...CONTEXT, clientAuthorities: 'nowhere.pem' } },
    says: "clientAuthorities names nowhere.pem, which cannot be read: ENOENT: no such file or directory, open 'nowhere.pem'.",
  },
  {
    when: 'the file of client authorities is no PEM',
    deployment: { context: { ...CONTEXT, clientAuthorities: 'package.json' } },
    says: 'clientAuthorities names package.json, which cannot be read: it has no certificate in PEM.',
  },
  {
    when: 'both domains are the same',
    deployment: { context: { ...CONTEXT, domain: 'origin.example.com' } },
    says: 'domain and originDomain are the same: one is of CloudFront, which calls the API at the other.',
  },
  {
    when: 'a value of the context cannot be read',
    deployment: { context: { ...CONTEXT, serverZone: 'Asia/Atlantis' } },
    says: 'The context cannot be read: There is no time zone Asia/Atlantis. `--context serverZone=…` takes IANA names such as Europe/Berlin.',
  },
  {
    when: 'Bedrock has no such model in the region',
    account: anAccount({ models: {} }),
    says: 'Bedrock has no model eu.amazon.nova-lite-v1:0 in eu-central-1.',
    command: 'aws bedrock list-inference-profiles --region eu-central-1',
  },
  {
    when: 'a policy denies the model',
    account: ofModel({ authorization: 'NOT_AUTHORIZED' }),
    says: 'A policy of IAM or of the organization denies the Bedrock model eu.amazon.nova-lite-v1:0 in eu-central-1.',
    command: 'aws bedrock get-foundation-model-availability',
  },
  {
    when: 'the agreement of the model was not accepted',
    account: ofModel({ agreement: 'NOT_AVAILABLE' }),
    says: 'The account has not accepted the agreement of the Bedrock model eu.amazon.nova-lite-v1:0.',
    command: 'aws bedrock create-foundation-model-agreement --region eu-central-1',
  },
];

describe('the check before a deploy', () => {
  it('finds nothing missing in an account that has everything, and changes nothing there', async () => {
    const { findings, report, operations } = await check(anAccount());

    expect(findings.map(({ status }) => status)).toEqual(findings.map(() => 'ok'));
    expect(new Set(findings.map(({ check: name }) => name))).toEqual(
      new Set([
        'credentials',
        'context',
        'bootstrap',
        'stacks',
        'concurrency',
        'certificates',
        'mail',
        'models',
        'speech',
      ]),
    );
    expect(report).toMatchObject({ stage: 'production', account: '111111111111', region: HOME, can_deploy: true });
    expect(operations.filter((name) => !/^(?:Get|Describe|List)/.test(name))).toEqual([]);
  });

  it.each(FAILING.map((state) => [state.when, state] as const))('stops it when %s', async (_when, state) => {
    const { missing } = await check(state.account ?? anAccount(), aDeployment(state.deployment), state.credentials);

    const found = missing.find(({ sentence }) => sentence === state.says);
    expect(missing.map(({ sentence }) => sentence)).toContain(state.says);
    expect(found?.command?.slice(0, state.command?.length)).toBe(state.command);
  });

  it('names nothing else when one thing is missing', async () => {
    const { missing } = await check(anAccount({ concurrency: 10 }));
    expect(missing.map(({ check: name }) => name)).toEqual(['concurrency']);
  });

  it.each(PRODUCTION_CONTEXT)('stops it when production has no %s', async (name) => {
    const { missing } = await check(anAccount(), aDeployment({ context: without(name) }));
    expect(missing).toEqual([
      {
        check: 'context',
        status: 'missing',
        sentence: `The production stage also needs the context ${name}: the section Deploy of README.md says what each is.`,
        command: `npm run deploy -- --stage production --context ${name}=…`,
      },
    ]);
    expect(() =>
      configFor(
        'production',
        deploymentOptions((one) => without(name)[one]),
      ),
    ).toThrow(`--context ${name}=`);
  });

  it('lists every missing value of the context at once', async () => {
    const { missing } = await check(anAccount(), aDeployment({ context: {} }));
    expect(missing.map(({ sentence }) => sentence)).toEqual([
      `The production stage also needs the context ${PRODUCTION_CONTEXT.join(', ')}: the section Deploy of README.md says what each is.`,
    ]);
  });

  it('needs nothing of production for a sandbox', async () => {
    const account = anAccount({
      stacks: { [`${HOME}/CDKToolkit`]: { status: 'CREATE_COMPLETE', bootstrapVersion: 30 } },
      certificates: {},
      identities: {},
      models: {},
    });
    const { missing } = await check(account, aDeployment({ stage: 'sandbox', context: {} }));
    expect(missing).toEqual([]);
  });

  it('advises a sandbox, and stops nothing, where concurrency and the SES sandbox only limit it', async () => {
    const account = anAccount({ concurrency: 10, mail: { hasProductionAccess: false, isSending: true } });
    const { findings, missing } = await check(
      account,
      aDeployment({ stage: 'sandbox', context: { mailFrom: 'no-reply@example.com' } }),
    );
    expect(missing).toEqual([]);
    expect(findings.filter(({ status }) => status === 'advice').map(({ check: name }) => name)).toEqual([
      'concurrency',
      'mail',
    ]);
  });

  it.each([
    ['has none', false],
    ['was not deployed before', undefined],
  ])('advises to set up a speech service, and stops nothing, where the stage %s', async (_when, hasSpeech) => {
    const { findings, missing } = await check(anAccount({ hasSpeech }));

    expect(missing).toEqual([]);
    expect(findings.filter(({ status }) => status === 'advice')).toEqual([
      {
        check: 'speech',
        status: 'advice',
        sentence:
          'No speech service is set up: what a recorder loses of a recording stays lost, and files get no text.',
        command: 'npm run ops -- speech set --kind amazon_transcribe --stage production',
      },
    ]);
  });

  it('advises to renew a certificate 45 days before it expires', async () => {
    const { findings } = await check(inCertificates(CERTIFICATES.client, { expiresAt: '2027-01-01T00:00:00Z' }));
    expect(findings.filter(({ status }) => status === 'advice').map(({ sentence }) => sentence)).toEqual([
      'The certificate named by `clientCertificate` expires within 45 days, on 2027-01-01T00:00:00.000Z.',
    ]);
  });

  it('says which checks it may not make, and lets the deploy go on', async () => {
    const denied = [
      'DescribeStacks',
      'GetAccountSettings',
      'GetAccount',
      'GetEmailIdentity',
      'DescribeCertificate',
      'GetInferenceProfile',
      'ListTables',
    ];
    const { findings, missing } = await check(anAccount({ denied }));

    expect(missing).toEqual([]);
    expect(findings.filter(({ status }) => status === 'unknown').map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining([
        'The speech service could not be checked: these credentials may not use dynamodb:ListTables and dynamodb:GetItem.',
        'Whether us-east-1 is bootstrapped for CDK could not be checked: these credentials may not use cloudformation:DescribeStacks.',
        'The state of the stack rapporteur-production-api could not be checked: these credentials may not use cloudformation:DescribeStacks.',
        'The Lambda concurrency in eu-central-1 could not be checked: these credentials may not use lambda:GetAccountSettings.',
        'The SES identity example.com in eu-central-1 could not be checked: these credentials may not use ses:GetEmailIdentity.',
        'The SES account in eu-central-1 could not be checked: these credentials may not use ses:GetAccount.',
        'The certificate named by `clientCertificate` could not be checked: these credentials may not use acm:DescribeCertificate.',
        'The access to the Bedrock model eu.amazon.nova-lite-v1:0 could not be checked: these credentials may not use bedrock:GetFoundationModelAvailability and bedrock:GetInferenceProfile.',
      ]),
    );
  });
});
