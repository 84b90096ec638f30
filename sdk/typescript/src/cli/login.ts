import { Rapporteur } from '../rapporteur.js';
import { type Command, UsageError } from './program.js';

export const login: Command = {
  usage: 'login --base-url URL (--key KEY | --code CODE)',
  summary: 'Stores where requests go and the API key, after one request with it. CODE is that of the page for agents.',
  options: { 'base-url': { type: 'string' }, key: { type: 'string' }, code: { type: 'string' } },
  async run({ options, login: store }) {
    const { 'base-url': baseUrl, key, code } = options as Record<string, string | undefined>;
    if (baseUrl === undefined || (key === undefined) === (code === undefined))
      throw new UsageError(`Usage: rapporteur ${login.usage}`);
    const apiKey = key ?? (await keyFor(baseUrl, code ?? ''));
    const { data } = await new Rapporteur({ baseUrl, apiKey }).listWorkspaces();
    return { stored_in: await store.save({ baseUrl, apiKey }), workspaces: data.map(({ id, name }) => ({ id, name })) };
  },
  text: ({ stored_in, workspaces }: { stored_in: string; workspaces: readonly { id: string; name: string }[] }) => [
    `Stored in ${stored_in}.`,
    ...workspaces.map(({ id, name }) => `${id}  ${name}`),
  ],
};

async function keyFor(baseUrl: string, token: string): Promise<string> {
  const session = await new Rapporteur({ baseUrl, apiKey: '' }).exchangeHandoffCodeForKey({ body: { token } });
  return session.api_key;
}
