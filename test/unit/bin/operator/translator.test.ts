import { described, translator } from '#bin/operator/translator';
import { describe, expect, it } from '#test/support/jest';

const SERVER = {
  kind: 'openai_compatible',
  baseUrl: 'https://api.openai.com',
  model: 'gpt-4.1-mini',
  apiKey: 'sk-canary',
} as const;

describe('the options of npm run ops -- translator', () => {
  it('name an engine', () => {
    expect(translator.parse(['set', '--kind', 'amazon_translate', '--stage', 'sandbox'])).toMatchObject({
      action: 'set',
      kind: 'amazon_translate',
      stage: 'sandbox',
    });
  });

  it.each([
    [['set', '--url', 'https://api.openai.com'], '--model is required'],
    [['set', '--model', 'small'], '--url is required'],
    [['set', '--kind', 'amazon_translate'], 'The local stack has no Amazon Translate'],
    [['set', '--kind', 'amazon_translate', '--stage', 'sandbox', '--model', 'm'], '--url and --model are for servers'],
    [['set', '--model', 'small', '--url', 'http://models.example.com'], 'An API key is sent over https'],
  ])('%j is refused before a key is read: %s', async (args, message) => {
    await expect(translator.execute(args)).rejects.toThrow(message);
  });
});

describe('the translator of a stage', () => {
  it('is described without its key', () => {
    expect(described('sandbox', SERVER)).toBe(
      'The sandbox stage translates by gpt-4.1-mini at https://api.openai.com, with an API key.',
    );
    expect(described('sandbox', { kind: 'amazon_translate' })).toBe(
      'The sandbox stage translates by Amazon Translate.',
    );
    expect(described('local', undefined)).toMatch(/^The local stage has no translator/);
  });
});
