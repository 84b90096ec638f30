import { readFile } from 'node:fs/promises';
import { folderOf, writePrivately } from './stored-login.js';

/** An endpoint of `rapporteur listen`, with the secret that was shown once. */
export interface Listener {
  readonly endpointId: string;
  readonly secret: string;
}

/** Where `rapporteur listen` keeps the endpoint of each workspace. */
export interface Listeners {
  load(workspace: string): Promise<Listener | undefined>;
  save(workspace: string, listener: Listener): Promise<void>;
}

/** The endpoints in `listen.json`, beside the login; its owner alone can read it. */
export function storedListeners(variables: Readonly<Record<string, string | undefined>>): Listeners {
  const folder = folderOf(variables);
  const all = async (): Promise<Readonly<Record<string, Listener>>> => {
    const text = await readFile(`${folder}/listen.json`, 'utf8').catch(() => '{}');
    return JSON.parse(text);
  };
  return {
    load: async (workspace) => (await all())[workspace],
    async save(workspace, listener) {
      await writePrivately(folder, 'listen.json', { ...(await all()), [workspace]: listener });
    },
  };
}
