import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, idIn, productionOptions, type Resource, resourcesOf, STAGES, textOf } from './synthesized.ts';

const { code } = aTemplateSet('production');
const functions = resourcesOf(code, 'AWS::Lambda::Function');

const variablesOf = (all: readonly Resource[], name: string) =>
  all.find(({ properties }) => properties.FunctionName.endsWith(name))?.properties.Environment.Variables;

describe.each(functions)('$properties.FunctionName', ({ properties }) => {
  it('runs Node 24 on ARM, is traced, and logs JSON to a group with a retention', () => {
    const logs = resourcesOf(code, 'AWS::Logs::LogGroup').find(
      ({ id }) => id === idIn(properties.LoggingConfig.LogGroup),
    );
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogFormat: 'JSON' },
    });
    expect(logs?.properties.RetentionInDays).toBe(90);
  });

  it('has a timeout and a memory size', () => {
    expect(properties.Timeout).toBeGreaterThanOrEqual(20);
    expect(properties.MemorySize).toBeGreaterThanOrEqual(256);
  });
});

describe('the options of a local stack', () => {
  it.each(['sandbox', 'production'])('have no effect in %s', (stage) => {
    const { code: templates } = aTemplateSet(stage, { ...productionOptions, timeScale: 0.01, port: 8787 });
    const text = textOf(templates);
    expect(text).not.toContain('ALLOW_LOCAL_RECEIVERS');
    expect(text).not.toContain('TIME_SCALE');
    expect(text).not.toContain('127.0.0.1');
  });

  it('are passed to every function', () => {
    const { code: templates } = aTemplateSet('local', { timeScale: 0.01 });
    for (const { properties } of resourcesOf(templates, 'AWS::Lambda::Function')) {
      expect(properties.Environment.Variables).toMatchObject({ ALLOW_LOCAL_RECEIVERS: 'true', TIME_SCALE: '0.01' });
    }
  });

  it('set limits in every function, by default the documented ones', () => {
    const { code: templates } = aTemplateSet('local', { limits: { bots: 1000 } });
    for (const { properties } of resourcesOf(templates, 'AWS::Lambda::Function')) {
      expect(properties.Environment.Variables.LIMITS).toBe('{"bots":1000}');
    }
    expect(textOf(aTemplateSet('local', {}).code)).not.toContain('LIMITS');
  });

  it('turn off features and enforce settings in every function', () => {
    const { code: templates } = aTemplateSet('local', {
      featuresOff: ['brand_kits', 'workspace_creation'],
      enforcedSettings: ['recording.enabled'],
    });
    for (const { properties } of resourcesOf(templates, 'AWS::Lambda::Function'))
      expect(properties.Environment.Variables).toMatchObject({
        FEATURES_OFF: 'brand_kits,workspace_creation',
        ENFORCED_SETTINGS: 'recording.enabled',
      });
    expect(textOf(aTemplateSet('local', {}).code)).not.toMatch(/FEATURES_OFF|ENFORCED_SETTINGS/);
  });

  it('set no time scale by default', () => {
    expect(textOf(aTemplateSet('local', {}).code)).not.toContain('TIME_SCALE');
  });
});

describe('addresses', () => {
  it('of a local stack are those of its front door', () => {
    const { code: local } = aTemplateSet('local', { port: 9000 });
    expect(variablesOf(resourcesOf(local, 'AWS::Lambda::Function'), 'api-bots')).toMatchObject({
      BASE_URL: 'http://127.0.0.1:9000/api/v1',
      APP_URL: 'http://127.0.0.1:9000',
    });
  });

  it('of production have the domain of the edge', () => {
    expect(variablesOf(functions, 'api-bots')).toMatchObject({ BASE_URL: 'https://api.example.com/api/v1' });
  });
});

it.each(STAGES)('the server time zone in %s is UTC', (stage) => {
  const all = resourcesOf(aTemplateSet(stage).code, 'AWS::Lambda::Function');
  expect(variablesOf(all, 'api-meetings')).toMatchObject({ SERVER_ZONE: 'Etc/UTC', STAGE: stage });
});

it.each([
  ['api-meetings', ['TABLE_NAME', 'FILES_BUCKET', 'SECRETS_KEY_ID']],
  ['api-bots', ['TABLE_NAME', 'SECRETS_KEY_ID']],
  ['api-fallback', ['GROUP_FUNCTIONS']],
  ['outbox-relay', ['BUS_NAME']],
  [
    'sweeper',
    [
      ...['TABLE_NAME', 'BUS_NAME', 'SWEEPER_FUNCTION'],
      ...[
        'BOT_QUEUE_URL',
        'LIVE_QUEUE_URL',
        'CALENDAR_QUEUE_URL',
        'FIRST_QUEUE_URL',
        'RETRY_QUEUE_URL',
        'SLOW_QUEUE_URL',
        'HOUSEKEEPING_QUEUE_URL',
        'ORDER_QUEUE_URL',
        'MEDIA_QUEUE_URL',
      ],
    ],
  ],
  ['webhook-fanout', ['TABLE_NAME', 'FIRST_QUEUE_URL', 'FANOUT_QUEUE_URL']],
  [
    'webhook-delivery',
    [
      ...['TABLE_NAME', 'SECRETS_KEY_ID', 'FIRST_QUEUE_URL', 'RETRY_QUEUE_URL', 'SLOW_QUEUE_URL'],
      ...['FIRST_CONCURRENCY', 'RETRY_CONCURRENCY'],
    ],
  ],
  ['bot-dispatch', ['TABLE_NAME', 'SECRETS_KEY_ID', 'FILES_BUCKET', 'BOT_QUEUE_URL']],
  ['sockets-live', ['TABLE_NAME', 'SECRETS_KEY_ID', 'LIVE_QUEUE_URL']],
  ['live-transcripts', ['TABLE_NAME', 'SECRETS_KEY_ID', 'FILES_BUCKET', 'LIVE_QUEUE_URL', 'LIVE_CONNECTIONS_URL']],
  ['calendar-sync', ['TABLE_NAME', 'SECRETS_KEY_ID', 'CALENDAR_QUEUE_URL', 'CALENDAR_DEAD_LETTERS_URL']],
  ['recording-processing', ['TABLE_NAME', 'SECRETS_KEY_ID', 'FILES_BUCKET', 'FILES_KEY_ARN', 'JOB_QUEUE_URL']],
  ['settings-reach', ['TABLE_NAME', 'JOB_QUEUE_URL']],
  ['order-processing', ['TABLE_NAME', 'SECRETS_KEY_ID', 'FILES_BUCKET', 'JOB_QUEUE_URL']],
  [
    'media-processing',
    ['TABLE_NAME', 'SECRETS_KEY_ID', 'FILES_BUCKET', 'FILES_KEY_ARN', 'JOB_QUEUE_URL', 'LONG_INGESTIONS'],
  ],
  ['bulk-redelivery', ['TABLE_NAME', 'JOB_QUEUE_URL']],
  ['housekeeping', ['TABLE_NAME', 'FILES_BUCKET', 'JOB_QUEUE_URL', 'SECRETS_KEY_ID']],
  ['export-writing', ['TABLE_NAME', 'FILES_BUCKET', 'JOB_QUEUE_URL']],
  ['mail-delivery', ['TABLE_NAME', 'FILES_BUCKET', 'SECRETS_KEY_ID', 'JOB_QUEUE_URL', 'MAIL_CONFIGURATION_SET']],
])('%s has the variables of its resources', (name, given) => {
  const everywhere = ['STAGE', 'BASE_URL', 'APP_URL', 'LIVE_URL', 'SERVER_ZONE', 'PROXIES', 'MAIL_FROM'];
  expect(Object.keys(variablesOf(functions, name)).sort()).toEqual([...everywhere, ...given].sort());
});
