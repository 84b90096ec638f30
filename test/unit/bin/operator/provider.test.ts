import { describe, expect, it } from '@jest/globals';
import { PROVIDER_USAGE, parseProviderOptions, secretFrom } from '#bin/operator/provider-options';

const CLIENT = ['--client-id', '123.apps.googleusercontent.com'];

describe('the options of npm run provider', () => {
  it('understand a provider, its client, and where', () => {
    expect(parseProviderOptions(['google', ...CLIENT, '--client-secret', 'GOCSPX-1'])).toEqual({
      provider: 'google',
      clientId: '123.apps.googleusercontent.com',
      clientSecret: 'GOCSPX-1',
      keyId: undefined,
      stage: 'local',
      table: undefined,
    });
    expect(
      parseProviderOptions(['microsoft', ...CLIENT, '--stage', 'sandbox', '--table', 'main', '--key', 'k1']),
    ).toMatchObject({ provider: 'microsoft', clientSecret: undefined, stage: 'sandbox', table: 'main', keyId: 'k1' });
  });

  it.each([[[]], [['--help']], [['google', '--help']]])('tell of themselves: %j', (words) => {
    expect(parseProviderOptions(words)).toBeUndefined();
    expect(PROVIDER_USAGE).toContain('--client-id');
  });

  it.each([
    [['apple', ...CLIENT], 'The first word is google or microsoft, not "apple"'],
    [CLIENT, 'The first word is google or microsoft'],
    [['google'], '--client-id is needed'],
    [['google', '--client-id', 'a b'], '--client-id takes an id without spaces'],
    [['google', ...CLIENT, '--stage', 'moon'], '--stage takes local, sandbox or production'],
    [['google', ...CLIENT, '--clinet-secret', 'x'], 'the options are --client-id'],
  ])('are refused in a sentence: %j', (words, sentence) => {
    expect(() => parseProviderOptions(words)).toThrow(sentence);
  });

  it('take a secret as one line, and never repeat it', () => {
    expect(secretFrom('GOCSPX-1\n')).toBe('GOCSPX-1');
    expect(() => secretFrom('')).toThrow('A client secret is needed');
    expect(() => secretFrom('two words')).toThrow(/^(?!.*two).*$/);
  });
});
