import { RapporteurError } from '../errors.js';
import { Rapporteur } from '../rapporteur.js';
import { type Command, UsageError } from './program.js';

interface LoggedIn {
  readonly stored_in: string;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

export const login: Command = {
  summary: 'Stores where requests go and the API key, after one request with it. Give a key or a code.',
  options: {
    'base-url': { value: 'URL', help: 'the API of the deployment, ending in /api/v1' },
    key: { value: 'KEY', help: 'the API key' },
    code: { value: 'CODE', help: 'the code that /app/agent_sessions/new shows; it works once, within five minutes' },
    workspace: { value: 'ID', help: 'the workspace that other commands use without --workspace' },
  },
  required: ['base-url'],
  async run({ options, login: store, signal }): Promise<LoggedIn> {
    const { 'base-url': baseUrl = '', key, code, workspace } = options as Record<string, string | undefined>;
    if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
      throw new UsageError(`--base-url is not a URL of http or https: ${baseUrl}`);
    if ((key === undefined) === (code === undefined)) throw new UsageError('Give --key KEY or --code CODE.');
    const apiKey = key ?? (await keyFor(baseUrl, code ?? ''));
    const api = new Rapporteur({ baseUrl, apiKey });
    const workspaces = await api.listWorkspaces({ signal }).catch((error) => {
      throw explained(error);
    });
    if (workspace !== undefined && !workspaces.data.some(({ id }) => id === workspace))
      throw new UsageError(`The key does not belong to the workspace ${workspace}.`);
    const stored_in = await store.save({ baseUrl, apiKey, ...(workspace !== undefined && { workspace }) });
    return { stored_in, workspaces: workspaces.data.map(({ id, name }) => ({ id, name })) };
  },
  text: ({ stored_in, workspaces }: LoggedIn) => [
    `Stored in ${stored_in}. Workspaces of the key:`,
    ...workspaces.map(({ id, name }) => `  ${id}  ${name}`),
  ],
};

const explained = (error: unknown): unknown =>
  error instanceof RapporteurError && error.status === 404
    ? new UsageError('There is no API at this --base-url. It ends in /api/v1.')
    : error;

async function keyFor(baseUrl: string, token: string): Promise<string> {
  const session = await new Rapporteur({ baseUrl, apiKey: '' }).createAgentSession({ body: { token } });
  return session.api_key;
}
