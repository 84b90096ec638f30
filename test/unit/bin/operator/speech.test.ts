import { parseApiKey } from '#bin/operator/secret-input';
import { described, speech } from '#bin/operator/speech';
import { describe, expect, it } from '#test/support/jest';

const SERVER = {
  kind: 'openai_compatible',
  baseUrl: 'https://api.openai.com',
  model: 'whisper-1',
  apiKey: 'sk-canary',
  maxUploadBytes: null,
} as const;

describe('the options of npm run ops -- speech', () => {
  it('name a server, its model and its limits', () => {
    expect(speech.parse(['set', '--url', 'https://api.openai.com'])).toEqual({
      action: 'set',
      kind: 'openai_compatible',
      url: 'https://api.openai.com',
      model: 'whisper-1',
      apiKey: 'stdin',
      maxUpload: undefined,
      key: undefined,
      stage: 'local',
      table: undefined,
      json: false,
    });
    expect(
      speech.parse(['set', '--url', 'http://10.0.0.7:8000/whisper', '--api-key', 'none', '--max-upload', '500']),
    ).toMatchObject({ url: 'http://10.0.0.7:8000/whisper', apiKey: 'none', maxUpload: 500 });
    expect(speech.parse(['off', '--stage', 'sandbox'])).toMatchObject({ action: 'off', stage: 'sandbox' });
    expect(speech.parse(['set', '--kind', 'amazon_transcribe'])).toMatchObject({ kind: 'amazon_transcribe' });
  });

  it.each([
    [['--stage', 'local'], '<action> is required'],
    [['drop'], '<action> takes set, show or off'],
    [['set', '--url', 'api.openai.com'], '--url takes a URL'],
    [['set', '--url', 'https://api.openai.com/'], '--url takes a URL'],
    [['set', '--url', 'https://x.test?key=1'], '--url takes a URL'],
    [['set', '--max-upload', '0'], '--max-upload takes a whole number from 1 to 2000'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => speech.parse(args)).toThrow(message);
  });

  it.each([
    [['set'], '--url is required'],
    [['set', '--url', 'http://speech.example.com'], 'An API key is sent over https, or to this machine'],
    [['set', '--kind', 'amazon_transcribe'], 'The local stack has no Amazon Transcribe'],
    [
      ['set', '--kind', 'amazon_transcribe', '--stage', 'sandbox', '--url', 'https://x.test'],
      '--url and --max-upload are for speech servers',
    ],
  ])('%j is refused before a key is read: %s', async (args, message) => {
    await expect(speech.execute(args)).rejects.toThrow(message);
  });
});

describe('the speech server of a stage', () => {
  it('is described without its key', () => {
    expect(described('sandbox', SERVER)).toBe(
      'The sandbox stage transcribes by whisper-1 at https://api.openai.com, with an API key.',
    );
    expect(described('sandbox', { kind: 'amazon_transcribe' })).toBe(
      'The sandbox stage transcribes by Amazon Transcribe.',
    );
    expect(described('local', undefined)).toMatch(/^The local stage has no speech server/);
  });

  it('has a key of one line, which errors do not repeat', () => {
    expect(parseApiKey('sk-1\n')).toBe('sk-1');
    expect(() => parseApiKey('two words')).toThrow(/^(?!.*two).*$/);
  });
});
