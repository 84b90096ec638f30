import type { DeploymentOptions } from '#lib/config';
import { readLimits } from '#shared/foundation/core/limits';
import { readPrice } from '#shared/foundation/core/price';
import { readStayLimits } from '#shared/meetings/bots/rules/stay-limits';
import { readRetentionMaximum } from '#shared/meetings/meetings/rules/retention';
import { readDeployment } from '#shared/meetings/settings/rules/deployment';

/** Context values that are used as they are, by their name in the configuration. */
export const CONTEXT_NAMES = {
  domain: 'domain',
  certificateArn: 'certificate',
  originDomain: 'originDomain',
  originCertificateArn: 'originCertificate',
  clientCertificateArn: 'clientCertificate',
  clientAuthorities: 'clientAuthorities',
  mailFrom: 'mailFrom',
  mailIdentity: 'mailIdentity',
  endpoint: 'endpoint',
  signIn: 'signIn',
  alarmEmail: 'alarmEmail',
  serverZone: 'serverZone',
  keepRecorderData: 'keepRecorderData',
  protectData: 'protectData',
  reserveConcurrency: 'reserveConcurrency',
  trafficShift: 'trafficShift',
};

/** The options of a deployment, from the context of `cdk`. Throws for a value that cannot be read. */
export function deploymentOptions(contextValue: (name: string) => string | undefined): DeploymentOptions {
  const port = contextValue('port');
  const timeScale = contextValue('timeScale') ?? process.env['TIME_SCALE'];
  const limits = contextValue('limits');
  const testProviders = contextValue('testProviders');
  const stayLimits = contextValue('stayLimits');
  if (stayLimits) readStayLimits(stayLimits);
  const pricePerMinute = contextValue('pricePerMinute');
  if (pricePerMinute) readPrice(pricePerMinute);
  const retentionMaximumDays = contextValue('retentionMaximumDays');
  if (retentionMaximumDays) readRetentionMaximum(retentionMaximumDays);
  const bedrockModels = contextValue('bedrockModels');
  const { off, enforced } = readDeployment(contextValue('featuresOff') ?? '', contextValue('enforcedSettings') ?? '');
  return {
    ...(port && { port: positiveNumber('port', port) }),
    ...(timeScale && { timeScale: positiveNumber('timeScale', timeScale) }),
    ...(limits && { limits: readLimits(limits) }),
    ...(testProviders && { testProviders: originsFrom(testProviders) }),
    ...(stayLimits && { stayLimits }),
    ...(pricePerMinute && { pricePerMinute }),
    ...(retentionMaximumDays && { retentionMaximumDays }),
    ...(bedrockModels && { bedrockModels: bedrockModels.split(',').map((id) => id.trim()) }),
    featuresOff: off,
    enforcedSettings: enforced,
    ...Object.fromEntries(
      Object.entries(CONTEXT_NAMES).flatMap(([key, name]) => {
        const value = contextValue(name);
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  };
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} takes a number above zero, not "${text}".`);
  return value;
}

/** Origins by provider, from JSON. */
function originsFrom(text: string): Readonly<Record<string, string>> {
  const origins: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(Object(origins)).map(([name, origin]) => [name, new URL(String(origin)).origin]),
  );
}
