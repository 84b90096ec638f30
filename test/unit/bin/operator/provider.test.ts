import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { provider } from '#bin/operator/provider';
import { parseSecret } from '#bin/operator/secret-input';
import { findSecretsKey } from '#bin/operator/secrets';
import { describe, expect, it } from '#test/support/jest';

const CLIENT = ['--client-id', '123.apps.googleusercontent.com'];

describe('the options of npm run ops -- provider', () => {
  it('accept a provider, its client, a stage, a table and a key', () => {
    expect(provider.parse(['google', ...CLIENT, '--client-secret', 'GOCSPX-1'])).toEqual({
      provider: 'google',
      clientId: '123.apps.googleusercontent.com',
      clientSecret: 'GOCSPX-1',
      key: undefined,
      stage: 'local',
      table: undefined,
      json: false,
    });
    expect(
      provider.parse(['microsoft', ...CLIENT, '--stage', 'sandbox', '--table', 'main', '--key', 'k1']),
    ).toMatchObject({ provider: 'microsoft', clientSecret: undefined, stage: 'sandbox', table: 'main', key: 'k1' });
  });

  it.each([[[]], [['--help']], [['google', '--help']]])('ask for help with %j', (args) => {
    expect(provider.parse(args)).toBeUndefined();
  });

  it.each([
    [['apple', ...CLIENT], '<provider> takes google or microsoft, not "apple"'],
    [CLIENT, '<provider> is required'],
    [['google'], '--client-id is required'],
    [['google', '--client-id', 'a b'], '--client-id takes an id without spaces'],
    [['google', ...CLIENT, '--stage', 'moon'], '--stage takes local, sandbox or production'],
    [['google', ...CLIENT, '--clinet-secret', 'x'], 'the options are <provider>, --client-id'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => provider.parse(args)).toThrow(message);
  });
});

describe('a client secret', () => {
  it('is one line, and errors do not repeat it', () => {
    expect(parseSecret('GOCSPX-1\n', 'client secret')).toBe('GOCSPX-1');
    expect(() => parseSecret('', 'client secret')).toThrow('A client secret is required');
    expect(() => parseSecret('two words', 'client secret')).toThrow(/^(?!.*two).*$/);
  });
});

/** A KMS with these keys, one on each page. */
function aKms(...keys: readonly { readonly id: string; readonly description: string; readonly enabled?: boolean }[]) {
  const client = new KMSClient({ region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  return Object.assign(client, {
    send: async (command: unknown) => {
      if (command instanceof ListKeysCommand) {
        const at = Number(command.input.Marker ?? 0);
        const isLast = at + 1 >= keys.length;
        const Keys = keys.slice(at, at + 1).map(({ id }) => ({ KeyId: id }));
        return { Keys, Truncated: !isLast, ...(!isLast && { NextMarker: `${at + 1}` }) };
      }
      if (!(command instanceof DescribeKeyCommand)) throw new Error('This command is not supported.');
      const key = keys.find(({ id }) => id === command.input.KeyId);
      return { KeyMetadata: { Description: key?.description, Enabled: key?.enabled ?? true } };
    },
  });
}

const ofSandbox = { id: 'k1', description: 'Rapporteur sandbox: sealed secrets' };

describe('the secrets key of a stage', () => {
  it('is found by its description on any page', async () => {
    const kms = aKms({ id: 'k0', description: 'Rapporteur production: sealed secrets' }, ofSandbox);

    expect(await findSecretsKey(kms, 'sandbox')).toBe('k1');
  });

  it('is an enabled key', async () => {
    expect(await findSecretsKey(aKms({ ...ofSandbox, id: 'old', enabled: false }, ofSandbox), 'sandbox')).toBe('k1');
  });

  it('must be chosen with --key when there is none, or more than one', async () => {
    await expect(findSecretsKey(aKms(), 'sandbox')).rejects.toThrow(/^No key .* choose one with --key$/);
    await expect(findSecretsKey(aKms(ofSandbox, { ...ofSandbox, id: 'k2' }), 'sandbox')).rejects.toThrow(
      /^More than one key .* choose one with --key$/,
    );
  });
});
