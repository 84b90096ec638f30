import { CliError } from '#bin/cli/cli-error';
import { flag, list, optional, type Values } from '#bin/cli/options';
import { anyText, choice, id, matching } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import {
  addRecorder,
  listRecorders,
  type RecorderStores,
  removeRecorder,
} from '#bin/operator/recorders/change-registry';
import { initialRegistryOf } from '#bin/operator/recorders/initial-registry';
import { orderRecorders } from '#bin/operator/recorders/order-recorders';
import { testRecorder } from '#bin/operator/recorders/test-recorder';
import { apiKeyFromInput, parseApiKey, parseSecret } from '#bin/operator/secret-input';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { type OpenStage, type stageOptions, withStage } from '#bin/operator/stage';
import { parseUrl } from '#shared/foundation/core/url';
import { RECORDER_KINDS } from '#shared/meetings/recorders/registry/rules/registry';

const name = matching(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens');

const recorderOptions = {
  name: optional(name, 'adds the recorder, or replaces the one of that name'),
  kind: optional(choice(...RECORDER_KINDS), 'kind of the recorder'),
  url: optional(anyText, 'base URL of its API'),
  key: optional(anyText, 'its API key; without this option it is read from standard input'),
  webhookSecret: optional(anyText, 'secret by which it signs its webhooks'),
  rotateHookToken: flag('gives a replaced recorder a new webhook address; without it the address stays'),
  order: list(matching(/^(meet|zoom|teams)=[a-z0-9,-]*$/, 'meet=, zoom= or teams= and names'), 'who is asked first'),
  workspace: optional(id('wks'), 'workspace that --order is for; without it, every workspace without its own'),
  list: flag('lists the recorders, their order and how they do'),
  test: optional(name, 'sends a request to that recorder which changes nothing'),
  remove: optional(name, 'removes that recorder, which must be in no order'),
  secretsKey: secretsKeyOption,
};

/** npm run ops -- recorder: the recorders of a stage, and their order. */
export const recorder = operatorCommand({
  name: 'recorder',
  description: `Adds a recorder to a stage, orders its recorders by platform, lists, tests and removes them
(docs/recorders.md). A change counts from the next bot on, without a deployment. Secrets are encrypted before they are
stored.`,
  options: recorderOptions,
  run: async ({ secretsKey, ...options }) => {
    const initial = initialRegistryOf(options.stage);
    const on = <Result>(run: (stores: Stores) => Promise<Result>) =>
      withSealer(options.stage, secretsKey, (sealer) =>
        withStage(options, (open) => run({ ...open, sealer, initial })),
      );
    return on((stores) => work(stores, options));
  },
});

type Stores = RecorderStores & OpenStage;
type Options = Omit<Values<typeof recorderOptions & typeof stageOptions>, 'secretsKey'>;

async function work(stores: Stores, options: Options): Promise<string> {
  const { name: added, order, test, remove, workspace } = options;
  if (options.rotateHookToken && added === undefined) throw new CliError('--name is required with --rotate-hook-token');
  const lines = [
    ...(added === undefined ? [] : [await add(stores, added, options)]),
    ...(order.length === 0 ? [] : [await orderRecorders(stores, order, workspace)]),
    ...(remove === undefined ? [] : [await removeRecorder(stores, remove)]),
    ...(test === undefined ? [] : [await testRecorder(stores, test)]),
  ];
  return options.list || lines.length === 0 ? [...lines, await listRecorders(stores)].join('\n') : lines.join('\n');
}

async function add(stores: Stores, added: string, options: Options): Promise<string> {
  const { kind, url, key, webhookSecret, rotateHookToken, stage } = options;
  if (!kind) throw new CliError('--kind is required with --name');
  if (kind === 'simulator') return addRecorder(stores, { name: added, kind });
  const baseUrl = baseUrlIn(url, stage);
  const apiKey = parseApiKey(key ?? (await apiKeyFromInput()));
  const secret = webhookSecret === undefined ? null : parseSecret(webhookSecret, 'webhook secret');
  const given = { name: added, kind, baseUrl, apiKey, webhookSecret: secret };
  return addRecorder(stores, given, { rotatesHookToken: rotateHookToken });
}

/** Without a slash at the end. The API key travels along, so that the local stage alone accepts http. */
function baseUrlIn(given: string | undefined, stage: string): string {
  const url = parseUrl(given ?? '');
  const isAccepted = url?.protocol === 'https:' || (stage === 'local' && url?.protocol === 'http:');
  if (!url || !isAccepted || url.username || url.search || url.hash)
    throw new CliError('--url takes the https URL of an API, without user, query and fragment');
  return url.href.replace(/\/+$/, '');
}
