import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where requests go, and with which key. */
export interface Stored {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What commands use without `--workspace`. */
  readonly workspace?: string;
}

/** The login in `$XDG_CONFIG_HOME/rapporteur/login.json`, else in `~/.config`; its owner alone can read it. */
export function storedLogin(variables: Readonly<Record<string, string | undefined>>) {
  const folder = variables['XDG_CONFIG_HOME'] ?? join(variables['HOME'] ?? '.', '.config');
  const path = join(folder, 'rapporteur', 'login.json');
  return {
    async load(): Promise<Stored | undefined> {
      const text = await readFile(path, 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as Stored);
    },
    /** Returns the path of the file. */
    async save(stored: Stored): Promise<string> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
      return path;
    },
  };
}
