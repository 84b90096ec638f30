import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

/**
 * Answers its version, copies itself into a virtual environment, and writes what else it is called with into a file. Its
 * pip cannot install elsewhere where $OLD_PIP is set.
 */
const PYTHON = `#!/bin/sh
case "$1 $2 $3" in
  "-c "*) echo 3.11 ;;
  "-m venv "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
  "-m pip --python") [ -z "$OLD_PIP" ] && echo "$@" >> "$CALLS" ;;
  *) echo "$@" >> "$CALLS" ;;
esac
`;
const INSTALL = 'install --quiet --disable-pip-version-check --no-compile --require-hashes -r';

const REQUIREMENTS = [
  'bin/fuzz/requirements.txt',
  'bin/stack/emulator/requirements.txt',
  'bin/stack/speech/requirements.txt',
  'test/browser/python-agent/requirements.txt',
  'test/readers/requirements.txt',
];

describe('supply chain: Python packages', () => {
  let folder: string;
  const before = { ...process.env };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'venv-'));
    await writeFile(join(folder, 'python3'), PYTHON);
    await chmod(join(folder, 'python3'), 0o755);
    Object.assign(process.env, { PATH: `${folder}:${before['PATH']}`, CALLS: join(folder, 'calls') });
  });
  afterEach(async () => {
    process.env = { ...before };
    await rm(folder, { recursive: true, force: true });
  });

  const requirements = join(import.meta.dirname, '../../../../../bin/fuzz/requirements.txt');
  const callsOf = async () => {
    const { signal } = new AbortController();
    const environment = { tool: 'The tool', minPythonMinor: 11, folder: join(folder, 'made'), requirements, signal };
    expect(await ensureEnvironment(environment)).toBe(join(folder, 'made/bin/python'));
    return (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
  };

  it('are installed by their hashes, by the pip of the system', async () => {
    const fresh = join(folder, `made-${process.pid}/bin/python`);

    expect(await callsOf()).toEqual([
      `-m pip --python ${fresh} --version`,
      `-m pip --python ${fresh} ${INSTALL} ${requirements}`,
    ]);
  });

  it('are installed by their hashes, by a pip of the environment where that of the system cannot', async () => {
    process.env['OLD_PIP'] = '1';

    expect(await callsOf()).toEqual(['-m ensurepip', `-m pip ${INSTALL} ${requirements}`]);
  });

  it.each(REQUIREMENTS)('have a hash and one version each in %s', async (path) => {
    const text = await readFile(join(import.meta.dirname, '../../../../..', path), 'utf8');
    const lines = text
      .replace(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line !== '' && !/^\s*#/.test(line));

    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines)
      expect(line).toMatch(/^[\w.[\]-]+==\S+(?: ;[^#]*?)?(?:\s+--hash=sha256:[0-9a-f]{64})+\s*$/);
  });
});
