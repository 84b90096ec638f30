import { configFor } from '#lib/config';
import { describe, expect, it } from '#test/support/jest';
import { anApp, aTemplateSet, productionOptions } from './synthesized.ts';

describe('stages', () => {
  it('are three', () => {
    expect(() => configFor('staging')).toThrow('There is no stage staging; the stages are local, sandbox, production.');
    expect(() => configFor('constructor')).toThrow('There is no stage constructor');
  });

  it.each([
    ['domain', { ...productionOptions, domain: '' }],
    ['certificate', { ...productionOptions, certificateArn: '' }],
    ['originDomain', { ...productionOptions, originDomain: '' }],
    ['clientCertificate', { ...productionOptions, clientCertificateArn: '' }],
    ['mailFrom', { ...productionOptions, mailFrom: '' }],
  ])('production requires the option %s', (name, given) => {
    expect(() => configFor('production', given)).toThrow(`--context ${name}=`);
  });

  it.each(['local', 'sandbox'])('%s uses the simulator', (stage) => {
    expect(configFor(stage).hasSimulator).toBe(true);
  });

  it('render times of older versions in the given time zone, by default in UTC', () => {
    expect(configFor('sandbox').serverZone).toBe('Etc/UTC');
    expect(configFor('sandbox', { serverZone: 'Asia/Kolkata' }).serverZone).toBe('Asia/Kolkata');
    expect(() => configFor('sandbox', { serverZone: 'Asia/Atlantis' })).toThrow('There is no time zone Asia/Atlantis');
  });

  it('use test providers on local stacks only', () => {
    const testProviders = { google: 'http://127.0.0.1:8788', microsoft: 'http://127.0.0.1:8789' };
    expect(configFor('local', { testProviders }).testProviders).toEqual(testProviders);
    expect(configFor('local')).not.toHaveProperty('testProviders');
    expect(configFor('sandbox', { testProviders })).not.toHaveProperty('testProviders');
    expect(configFor('production', { ...productionOptions, testProviders })).not.toHaveProperty('testProviders');
  });

  it('have all features unless one is turned off', () => {
    expect(configFor('local')).toMatchObject({ featuresOff: [], enforcedSettings: [] });
    expect(configFor('sandbox', { featuresOff: ['brand_kits'] })).toMatchObject({
      featuresOff: ['brand_kits'],
      enforcedSettings: [],
    });
  });

  it.each(['sandbox', 'production'])(
    '%s sends mail by the domain of its address, unless an identity is named',
    (stage) => {
      const identityOf = (mailIdentity?: string) =>
        configFor(stage, {
          ...productionOptions,
          mailFrom: 'no-reply@mail.example.com',
          ...(mailIdentity && { mailIdentity }),
        }).mailIdentity;

      expect(identityOf()).toBe('mail.example.com');
      for (const identity of ['example.com', 'mail.example.com', 'no-reply@mail.example.com'])
        expect(identityOf(identity)).toBe(identity);
      for (const identity of ['example.org', 'ail.example.com', 'other@mail.example.com', '*', 'com.evil'])
        expect(() => identityOf(identity)).toThrow('mailIdentity');
    },
  );

  it('have recorders delete what was copied, unless it is to be kept', () => {
    expect(configFor('sandbox').keepsRecorderData).toBe(false);
    expect(configFor('sandbox', { keepRecorderData: 'true' }).keepsRecorderData).toBe(true);
  });

  it('pass limits of a stay to the functions, where they are given', () => {
    const stayLimits = '{"lobbyMinutes":20}';
    const { service } = aTemplateSet('sandbox', { stayLimits });
    service.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'rapporteur-sandbox-bot-dispatch',
      Environment: { Variables: { STAY_LIMITS: stayLimits } },
    });
    expect(configFor('sandbox')).not.toHaveProperty('stayLimits');
  });

  it('pass the price of a minute to the functions, where one is given', () => {
    const { service } = aTemplateSet('sandbox', { pricePerMinute: '0.12EUR' });
    service.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'rapporteur-sandbox-order-processing',
      Environment: { Variables: { PRICE_PER_MINUTE: '0.12EUR' } },
    });
    expect(configFor('sandbox')).not.toHaveProperty('pricePerMinute');
  });

  it('pass the most days of retention to the functions, where they are given', () => {
    const { service } = aTemplateSet('sandbox', { retentionMaximumDays: '365' });
    service.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'rapporteur-sandbox-housekeeping',
      Environment: { Variables: { RETENTION_MAXIMUM_DAYS: '365' } },
    });
    expect(configFor('sandbox')).not.toHaveProperty('retentionMaximumDays');
  });

  it('have stacks with fixed names', () => {
    const { storage, service, api } = anApp('sandbox');
    expect([storage, service, api].map(({ stackName }) => stackName)).toEqual(
      ['storage', 'service', 'api'].map((part) => `rapporteur-sandbox-${part}`),
    );
  });

  it('have termination protection for the storage of production, unless the deployment creates it', () => {
    const creating = anApp('production', { ...productionOptions, protectData: 'false' });
    expect(creating.storage.terminationProtection).toBe(false);
    expect(anApp('production').storage.terminationProtection).toBe(true);
    expect(anApp('local').storage.terminationProtection).toBe(false);
  });
});
