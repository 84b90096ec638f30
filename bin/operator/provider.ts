import { optional, positional, required } from '#bin/cli/options';
import { anyText, choice, matching } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { parseSecret, secretFromInput } from '#bin/operator/secret-input';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { withTable } from '#bin/operator/stage';
import { providerClients } from '#shared/calendars/consent/store';

/** npm run ops -- provider: stores the OAuth client of a calendar provider, in any stage. */
export const provider = operatorCommand({
  name: 'provider',
  description: `Stores the OAuth client by which a stage requests calendar consent (docs/calendars.md says how to register
one). It replaces the previous client within five minutes. The secret is encrypted before it is stored.
Connections that were made with another client of the same provider need a new consent.`,
  options: {
    provider: positional(required(choice('google', 'microsoft'), 'calendar provider')),
    clientId: required(matching(/^[\x21-\x7e]{1,255}$/, 'an id without spaces'), 'id of the OAuth client'),
    clientSecret: optional(anyText, 'secret of the client; without this option it is read from standard input'),
    key: secretsKeyOption,
  },
  run: async ({ provider, clientId, clientSecret, key, ...options }) => {
    const secret = parseSecret(clientSecret ?? (await secretFromInput('the client secret')), 'client secret');
    const client = { clientId, clientSecret: secret };
    await withSealer(options.stage, key, (sealer) =>
      withTable(options, (table) => providerClients(table, sealer).save(provider, client)),
    );
    return `The ${options.stage} stage requests calendar consent at ${provider} as ${clientId}.`;
  },
});
