import { CouldNotStart } from '#bin/could-not-start';
import { listed, stageFrom } from '#bin/stages';
import type { Deployment } from '#bin/table-for';
import { DEPLOYMENT_OPTIONS, valuesIn } from '#bin/words';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';

export interface ProviderOptions extends Deployment {
  readonly provider: CalendarProviderName;
  readonly clientId: string;
  /** Where it is not among the words, it comes through standard input. */
  readonly clientSecret: string | undefined;
  /** Where it cannot be found by the stage's name. */
  readonly keyId: string | undefined;
}

const PROVIDERS: readonly CalendarProviderName[] = ['google', 'microsoft'];

export const PROVIDER_USAGE = `npm run provider -- google|microsoft --client-id C [--client-secret X] [--stage S] [--table T] [--key K]

  --client-id C       of the OAuth client that was registered there (docs/calendars.md says how)
  --client-secret X   its secret; better left out, and typed or piped into this command
  --stage S           local, sandbox or production (local)
  --table T           the table, where the stage alone does not lead to it
  --key K             the KMS key of secrets, where the stage alone does not lead to it

Keeps by which client this deployment asks people for their calendars. It takes the place of the one before within
five minutes. The secret is sealed before it is stored. Connections that were made through another client of the
same provider have to be consented to anew.`;

const OPTIONS = {
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  key: { type: 'string' },
  ...DEPLOYMENT_OPTIONS,
} as const;

/** Reads the words after `npm run provider --`; undefined when help is asked for. What it cannot read it refuses in a sentence. */
export function parseProviderOptions([name, ...words]: readonly string[]): ProviderOptions | undefined {
  if (name === undefined || name === '--help' || name === '-h') return undefined;
  const provider = PROVIDERS.find((known) => known === name);
  if (provider === undefined) throw new CouldNotStart(`The first word is ${listed(PROVIDERS)}, not "${name}"`);
  const values = valuesIn(words, OPTIONS);
  if (values.help) return undefined;
  return {
    provider,
    clientId: clientIdFrom(values['client-id']),
    clientSecret: values['client-secret'],
    keyId: values.key,
    stage: stageFrom(values.stage),
    table: values.table,
  };
}

function clientIdFrom(text: string | undefined): string {
  if (text === undefined) throw new CouldNotStart('--client-id is needed: that of the client registered there');
  if (!/^[\x21-\x7e]{1,255}$/.test(text))
    throw new CouldNotStart(`--client-id takes an id without spaces, not "${text}"`);
  return text;
}

/** A secret as it was typed or piped. Not quoted in what is refused. */
export function secretFrom(text: string): string {
  const secret = text.trim();
  if (!/^[\x21-\x7e]{1,1024}$/.test(secret)) throw new CouldNotStart('A client secret is needed: one line, no spaces');
  return secret;
}
