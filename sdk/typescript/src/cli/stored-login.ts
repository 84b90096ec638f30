import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where requests go, and with which key. */
export interface Stored {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What commands use without `--workspace`. */
  readonly workspace?: string;
}

/** The folder of what the command keeps: `$XDG_CONFIG_HOME/rapporteur`, else in `~/.config`. */
export const folderOf = (variables: Readonly<Record<string, string | undefined>>): string =>
  join(variables['XDG_CONFIG_HOME'] ?? join(variables['HOME'] ?? '.', '.config'), 'rapporteur');

/** Writes a value as JSON into a file that its owner alone can read. Returns the path of the file. */
export async function writePrivately(folder: string, name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}

/** The login in `login.json`; its owner alone can read it. */
export function storedLogin(variables: Readonly<Record<string, string | undefined>>) {
  const folder = folderOf(variables);
  return {
    async load(): Promise<Stored | undefined> {
      const text = await readFile(join(folder, 'login.json'), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as Stored);
    },
    /** Returns the path of the file. */
    save: (stored: Stored): Promise<string> => writePrivately(folder, 'login.json', stored),
  };
}
