import { describe, expect, it } from '@jest/globals';
import { configFor } from '#lib/config';
import { anApp, productionOptions } from './synthesized';

describe('stages', () => {
  it('are three', () => {
    expect(() => configFor('staging')).toThrow('No stage is called staging; there are local, sandbox, production.');
    expect(() => configFor('constructor')).toThrow('No stage is called constructor');
  });

  it.each([
    ['domain', { ...productionOptions, domain: '' }],
    ['certificate', { ...productionOptions, certificateArn: '' }],
    ['recorder', { ...productionOptions, recorder: '' }],
  ])('production is not made without its %s', (name, given) => {
    expect(() => configFor('production', given)).toThrow(`--context ${name}=`);
  });

  it.each(['local', 'sandbox'])('%s plays recorded meetings', (stage) => {
    expect(configFor(stage).recorder).toBe('simulator');
  });

  it('tell older versions their times in the zone that is resourceName, else in UTC', () => {
    expect(configFor('sandbox').serverZone).toBe('Etc/UTC');
    expect(configFor('sandbox', { serverZone: 'Asia/Kolkata' }).serverZone).toBe('Asia/Kolkata');
    expect(() => configFor('sandbox', { serverZone: 'Asia/Atlantis' })).toThrow('No zone is called Asia/Atlantis');
  });

  it('ask the real Google and Microsoft everywhere but on local stacks', () => {
    const testProviders = { google: 'http://127.0.0.1:8788', microsoft: 'http://127.0.0.1:8789' };
    expect(configFor('local', { testProviders }).testProviders).toEqual(testProviders);
    expect(configFor('local')).not.toHaveProperty('testProviders');
    expect(configFor('sandbox', { testProviders })).not.toHaveProperty('testProviders');
    expect(configFor('production', { ...productionOptions, testProviders })).not.toHaveProperty('testProviders');
  });

  it('do without nothing unless they are told to', () => {
    expect(configFor('local')).toMatchObject({ featuresOff: [], enforcedSettings: [] });
    expect(configFor('sandbox', { featuresOff: ['brand_kits'] })).toMatchObject({
      featuresOff: ['brand_kits'],
      enforcedSettings: [],
    });
  });

  it('give their stacks names that the runbook can print', () => {
    const { storage, service } = anApp('sandbox');
    expect([storage.stackName, service.stackName]).toEqual([
      'rapporteur-sandbox-storage',
      'rapporteur-sandbox-service',
    ]);
  });

  it('protect production’s storage from being deleted by mistake', () => {
    expect(anApp('production').storage.terminationProtection).toBe(true);
    expect(anApp('local').storage.terminationProtection).toBe(false);
  });
});
