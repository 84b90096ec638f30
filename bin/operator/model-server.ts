import { CliError } from '#bin/cli/cli-error';
import { type Options, optional, positional, required, type Values, withDefault } from '#bin/cli/options';
import { choice, matching } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { apiKeyFromInput, parseApiKey } from '#bin/operator/secret-input';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { type stageOptions, withTable } from '#bin/operator/stage';
import type { ModelServerRow, ModelServers, OpenaiServer } from '#shared/foundation/model-servers/ports';
import { modelServers } from '#shared/foundation/model-servers/store';

/** Options of every command that names a model server of a stage. */
const modelServerOptions = {
  action: positional(required(choice('set', 'show', 'off'), 'what to do with the server')),
  url: optional(matching(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*[^\s?#/])?$/, 'a URL'), 'base URL, without /v1'),
  apiKey: withDefault('stdin', choice('stdin', 'none'), 'whether the server asks for an API key'),
  key: secretsKeyOption,
};

export const modelName = matching(/^[\x21-\x7e]{1,200}$/, 'a name without spaces');

interface Stage {
  readonly stage: string;
  readonly table: string | undefined;
  readonly key: string | undefined;
}

interface Change<Server> {
  readonly action: 'set' | 'show' | 'off';
  readonly row: (servers: ModelServers) => ModelServerRow<Server>;
  /** Of the options; its errors come before anything is read or changed. */
  readonly server: () => Promise<Server>;
}

type CommonValues = Values<typeof modelServerOptions & typeof stageOptions>;

/** What differs between the commands that name a model server of a stage. */
interface ModelServerCommand<More extends Options, Server> {
  readonly name: string;
  /** Sentences; those about the API key and the stage follow them. */
  readonly description: string;
  readonly options: More;
  readonly row: Change<Server>['row'];
  /** Of the options; throws a CliError for options that do not go together. */
  readonly server: (options: CommonValues & Values<More>) => Promise<Server>;
  /** A sentence without the API key. */
  readonly described: (stage: string, server: Server | undefined) => string;
}

/** A command that stores, shows or removes a model server of a stage. */
export const modelServerCommand = <More extends Options, Server>({
  name,
  description,
  options,
  row,
  server,
  described,
}: ModelServerCommand<More, Server>) =>
  operatorCommand({
    name,
    description: `${description} An API key is read from standard input and encrypted before it is stored.`,
    options: { ...modelServerOptions, ...options },
    run: async (values) => {
      const given = values as unknown as CommonValues & Values<More>;
      const found = await changeModelServer(given, { action: given.action, row, server: () => server(given) });
      return described(given.stage, found);
    },
  });

/** Changes a model server of a stage or reads it: undefined where there is none now. */
async function changeModelServer<Server>(
  { stage, table, key }: Stage,
  { action, row, server }: Change<Server>,
): Promise<Server | undefined> {
  const given = action === 'set' ? await server() : undefined;
  return withSealer(stage, key, (sealer) =>
    withTable({ stage, table }, async (opened) => {
      const stored = row(modelServers(opened, sealer));
      if (given) await stored.save(given);
      if (action === 'off') await stored.remove();
      return action === 'show' ? stored.find() : given;
    }),
  );
}

interface Given {
  readonly url: string | undefined;
  readonly model: string;
  readonly apiKey: 'stdin' | 'none';
}

/** The server that the options name; its API key is read from standard input. */
export async function openaiServerIn({ url, model, apiKey }: Given): Promise<OpenaiServer> {
  if (url === undefined) throw new CliError('--url is required: base URL of the server, without /v1');
  if (apiKey === 'stdin' && !isPrivate(url))
    throw new CliError('An API key is sent over https, or to this machine: use another --url, or --api-key none');
  const key = apiKey === 'none' ? null : parseApiKey(await apiKeyFromInput());
  return { kind: 'openai_compatible', baseUrl: url, model, apiKey: key };
}

const isPrivate = (url: string): boolean => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(url);

/** `gpt-4.1-mini at https://api.openai.com, with an API key` */
export const describedServer = ({ model, baseUrl, apiKey }: OpenaiServer): string =>
  `${model} at ${baseUrl}, ${apiKey === null ? 'without' : 'with'} an API key`;
