import { described, summarizer } from '#bin/operator/summarizer';
import { describe, expect, it } from '#test/support/jest';

const SERVER = {
  kind: 'openai_compatible',
  baseUrl: 'https://api.openai.com',
  model: 'gpt-4.1-mini',
  apiKey: 'sk-canary',
} as const;

describe('the options of npm run ops -- summarizer', () => {
  it('name a server and its model', () => {
    const args = ['set', '--url', 'http://127.0.0.1:8000', '--model', 'small', '--api-key', 'none'];

    expect(summarizer.parse(args)).toEqual({
      action: 'set',
      kind: 'openai_compatible',
      url: 'http://127.0.0.1:8000',
      model: 'small',
      apiKey: 'none',
      key: undefined,
      stage: 'local',
      table: undefined,
      json: false,
    });
  });

  it.each([
    [['set', '--url', 'https://api.openai.com'], '--model is required'],
    [['set', '--model', 'small'], '--url is required'],
    [['set', '--kind', 'bedrock'], '--model is required'],
    [['set', '--kind', 'bedrock', '--model', 'm', '--url', 'https://x.test'], '--url is for servers'],
    [['set', '--model', 'small', '--url', 'http://models.example.com'], 'An API key is sent over https'],
  ])('%j is refused before a key is read: %s', async (args, message) => {
    await expect(summarizer.execute(args)).rejects.toThrow(message);
  });
});

describe('the model of a stage', () => {
  it('is described without its key', () => {
    expect(described('sandbox', SERVER)).toBe(
      'The sandbox stage summarizes by gpt-4.1-mini at https://api.openai.com, with an API key.',
    );
    expect(described('sandbox', { kind: 'bedrock', model: 'amazon.nova-lite-v1:0' })).toBe(
      'The sandbox stage summarizes by amazon.nova-lite-v1:0 of Amazon Bedrock.',
    );
    expect(described('local', undefined)).toMatch(/^The local stage has no model for summaries/);
  });
});
