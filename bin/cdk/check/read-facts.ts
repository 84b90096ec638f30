import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AccountReader } from '#bin/cdk/check/account';
import type {
  AccountFacts,
  AuthoritiesFile,
  CertificateFacts,
  ContextFacts,
  DeployedStage,
  Facts,
  MailFacts,
} from '#bin/cdk/check/facts';
import { CONTEXT_NAMES, deploymentOptions } from '#bin/cdk/deployment-options';
import { accountConcurrency } from '#lib/account-concurrency';
import { configFor, type DeploymentOptions } from '#lib/config';

/** A deploy as it is asked for. */
export interface Deployment {
  readonly stage: DeployedStage;
  /** Values of `--context`, by name. */
  readonly context: Readonly<Record<string, string>>;
  readonly region: string | undefined;
}

/** Required by production alone: `configFor` refuses it without one of these. */
export const PRODUCTION_CONTEXT = [
  'domain',
  'certificate',
  'originDomain',
  'originCertificate',
  'clientCertificate',
  'clientAuthorities',
  'mailFrom',
];

/** CloudFront takes certificates from this region, and its stack is deployed there. */
const EDGE_REGION = 'us-east-1';

/** Reads all that the checks look at, at once. */
export async function readFacts(reader: AccountReader, deployment: Deployment, nowMs: number): Promise<Facts> {
  const { stage, region } = deployment;
  const [context, identity] = await Promise.all([readContext(deployment), reader.identity()]);
  const account =
    identity.status === 'read' && region !== undefined
      ? await readAccount(reader, { id: identity.value.account, region, stage, options: context.options })
      : undefined;
  return { stage, nowMs, context, region, identity, account };
}

async function readContext({ stage, context }: Deployment): Promise<ContextFacts> {
  const missing = stage === 'production' ? PRODUCTION_CONTEXT.filter((name) => !context[name]) : [];
  const path = context['clientAuthorities'];
  const authorities = stage === 'production' && path ? await readAuthorities(path) : undefined;
  try {
    const options = deploymentOptions((name) => context[name] || undefined);
    configFor(stage, { ...placeholders(missing), ...options });
    return { options, missing, error: undefined, authorities };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    return { options: textsIn(context), missing, error: thrown.message, authorities };
  }
}

/** For values that are missing, so that the others can be read: missing ones are reported by name. */
const placeholders = (missing: readonly string[]): DeploymentOptions =>
  Object.fromEntries(
    Object.entries(CONTEXT_NAMES).flatMap(([key, name]) => (missing.includes(name) ? [[key, `(${name})`]] : [])),
  );

/** The values that need no parser. */
const textsIn = (context: Deployment['context']): DeploymentOptions =>
  Object.fromEntries(
    Object.entries(CONTEXT_NAMES).flatMap(([key, name]) => (context[name] ? [[key, context[name]]] : [])),
  );

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

async function readAuthorities(path: string): Promise<AuthoritiesFile> {
  try {
    const certificates = (await readFile(path, 'utf8')).match(PEM) ?? [];
    if (certificates.length === 0) return { path, error: 'it has no certificate in PEM' };
    return { path, expireAtMs: certificates.map((pem) => new X509Certificate(pem).validToDate.getTime()) };
  } catch (thrown) {
    return { path, error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

interface Target {
  readonly id: string;
  readonly region: string;
  readonly stage: DeployedStage;
  readonly options: DeploymentOptions;
}

async function readAccount(reader: AccountReader, target: Target): Promise<AccountFacts> {
  const { id, region, stage, options } = target;
  const regions = stage === 'production' ? [...new Set([region, EDGE_REGION])] : [region];
  const [bootstraps, stacks, concurrency, mail, certificates, speech, models] = await Promise.all([
    Promise.all(regions.map(async (one) => ({ region: one, stack: await reader.stack(one, 'CDKToolkit') }))),
    Promise.all(
      stackNames(target).map(async (named) => ({ ...named, stack: await reader.stack(named.region, named.name) })),
    ),
    reader.concurrency(region),
    readMail(reader, target),
    Promise.all(certificatesOf(target).map((one) => readCertificate(reader, one))),
    reader.speechService(region, stage),
    Promise.all(
      (options.bedrockModels ?? []).map(async (model) => ({ id: model, access: await reader.model(region, model) })),
    ),
  ]);
  const { reserveConcurrency } = options;
  const chosen = reserveConcurrency === undefined ? {} : { reserveConcurrency };
  const neededConcurrency = accountConcurrency(configFor(stage, { ...placeholders(PRODUCTION_CONTEXT), ...chosen }));
  return { id, region, bootstraps, stacks, concurrency, neededConcurrency, mail, certificates, speech, models };
}

const stackNames = ({ stage, region }: Target) => [
  ...['storage', 'service', 'api'].map((part) => ({ region, name: `rapporteur-${stage}-${part}` })),
  ...(stage === 'production' ? [{ region: EDGE_REGION, name: `rapporteur-${stage}-edge` }] : []),
];

/** Cognito and the service send by the identity that the context names, by default the domain of the address. */
async function readMail(reader: AccountReader, { region, options }: Target): Promise<MailFacts | undefined> {
  const { mailFrom: from } = options;
  if (from === undefined) return undefined;
  const identity = options.mailIdentity ?? from.replace(/^.*@/, '');
  const [isVerified, account] = await Promise.all([reader.mailIdentity(region, identity), reader.mailAccount(region)]);
  return { from, identity, isVerified, account };
}

type NamedCertificate = Omit<CertificateFacts, 'found'>;

function certificatesOf({ stage, region, options }: Target): readonly NamedCertificate[] {
  if (stage !== 'production') return [];
  const { domain, certificateArn, originDomain, originCertificateArn, clientCertificateArn } = options;
  const named = (arn: string | undefined, one: Omit<NamedCertificate, 'arn'>) =>
    arn === undefined ? [] : [{ arn, ...one }];
  return [
    ...named(certificateArn, { name: 'certificate', region: EDGE_REGION, domain }),
    ...named(originCertificateArn, { name: 'originCertificate', region, domain: originDomain }),
    ...named(clientCertificateArn, { name: 'clientCertificate', region: EDGE_REGION, domain: undefined }),
  ];
}

async function readCertificate(reader: AccountReader, one: NamedCertificate): Promise<CertificateFacts> {
  const isThere = new RegExp(`^arn:aws:acm:${one.region}:\\d{12}:certificate/[\\w-]+$`).test(one.arn);
  return { ...one, found: isThere ? await reader.certificate(one.region, one.arn) : undefined };
}
