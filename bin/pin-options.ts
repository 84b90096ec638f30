import { CouldNotStart } from '#bin/could-not-start';
import { listed, stageFrom } from '#bin/stages';
import type { Deployment } from '#bin/table-for';
import { DEPLOYMENT_OPTIONS, valuesIn } from '#bin/words';
import { idOf, type UserId, type WebhookEndpointId } from '#shared/core/ids';
import { BASE_VERSION, releases } from '#shared/versions/releases';

/** Whose pin is moved. */
export type Pinned = { readonly key: UserId } | { readonly endpoint: WebhookEndpointId };

export interface PinOptions extends Deployment {
  readonly pinned: Pinned;
  readonly to: string;
}

const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date).reverse()];

export const PIN_USAGE = `npm run pin -- --key U | --endpoint E --to V [--stage S] [--table T]

  --key U         the usr_ id of the user whose key it is
  --endpoint E    the whe_ id of a webhook endpoint
  --to V          ${listed(VERSIONS)}
  --stage S       local, sandbox or production (local)
  --table T       the table, where the stage alone does not lead to it

Moves the version that a key or a webhook endpoint is pinned to. Reaches AWS as the AWS_ variables of the
environment say; the local stage is the stack that npm start runs.`;

const OPTIONS = {
  key: { type: 'string' },
  endpoint: { type: 'string' },
  to: { type: 'string' },
  ...DEPLOYMENT_OPTIONS,
} as const;

/** Reads the words after `npm run pin --`; undefined when help is asked for. What it cannot read it refuses in a sentence. */
export function parsePinOptions(words: readonly string[]): PinOptions | undefined {
  const { key, endpoint, to, stage, table, help } = valuesIn(words, OPTIONS);
  if (help) return undefined;
  return { stage: stageFrom(stage), table, pinned: pinnedFrom(key, endpoint), to: versionFrom(to) };
}

function pinnedFrom(key: string | undefined, endpoint: string | undefined): Pinned {
  if ((key === undefined) === (endpoint === undefined))
    throw new CouldNotStart('Either --key or --endpoint is needed: whose pin it is');
  return key === undefined ? { endpoint: endpointFrom(endpoint) } : { key: userFrom(key) };
}

function userFrom(text: string): UserId {
  const id = idOf('usr', text);
  if (id === undefined)
    throw new CouldNotStart(`--key takes the id of its user, usr_ and 26 characters, not "${text}"`);
  return id;
}

function endpointFrom(text: string | undefined): WebhookEndpointId {
  const id = idOf('whe', text);
  if (id === undefined) throw new CouldNotStart(`--endpoint takes whe_ and 26 characters, not "${text}"`);
  return id;
}

/** A version there is: a date between two of them would be served, and be gone once a release takes that date. */
function versionFrom(text: string | undefined): string {
  if (text === undefined) throw new CouldNotStart('--to is needed: the version to pin to');
  if (!VERSIONS.includes(text)) throw new CouldNotStart(`--to takes ${listed(VERSIONS)}, not "${text}"`);
  return text;
}
