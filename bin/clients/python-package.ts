import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENT, FOLDER, namesIn, PINNED, run } from '#bin/clients/client-build';
import { PROJECT_DIR } from '#bin/paths';
import { findPython } from '#bin/stack/emulator/python';
import { ensureEnvironment, pipFor } from '#bin/stack/emulator/virtual-environment';
import { NEWEST_VERSION } from '#shared/versions/releases';

const SOURCE = join(PROJECT_DIR, 'sdk/python');
const BUILD = join(FOLDER, 'python-package');

/** Where the built wheel is. */
export const PYTHON_WHEEL = join(FOLDER, 'rapporteur-0.1.0-py3-none-any.whl');

const GENERATOR = { tool: 'The generator of Python clients', minPythonMinor: 11 };

/** The Python of an environment with the generator, what its clients depend on, and FastAPI of the examples. */
export const pythonOfGenerators = (): Promise<string> =>
  ensureEnvironment({
    ...GENERATOR,
    folder: join(FOLDER, 'venv'),
    requirements: join(PINNED, 'requirements.txt'),
    signal: new AbortController().signal,
  });

/** Installs the built wheel into a folder, as its users do. Returns a Python that has what the client depends on. */
export async function installPythonPackage(target: string): Promise<string> {
  const python = await pythonOfGenerators();
  const [pip, ...args] = await pipFor({ system: await findPython(GENERATOR), python });
  const options = ['--quiet', '--disable-pip-version-check', '--no-compile', '--no-deps', '--no-index'];
  await run(pip, [...args, 'install', ...options, '--target', target, PYTHON_WHEEL]);
  return python;
}

/** Generates a client in a folder, without a warning. It is formatted with the ruff of the generator's own environment. */
async function generatePython(python: string, to: string, options: readonly string[]): Promise<void> {
  const generate = ['generate', '--path', DOCUMENT, '--output-path', to, '--overwrite', '--fail-on-warning'];
  await run(python, ['-m', 'openapi_python_client', ...generate, ...options], { path: [dirname(python)] });
}

/** The operations that a generated client has: each is a module. */
async function operationModules(folder: string): Promise<readonly string[]> {
  const modules = await readdir(folder, { recursive: true });
  return namesIn(modules.join('\n'), /(?:^|\/)api\/\w+\/(?!__)(\w+)\.py$/gm);
}

/**
 * Builds the wheel of sdk/python as `buildTypescriptPackage` does its package: what is generated, with our modules beside
 * it. Returns the operations that it has.
 */
export async function buildPythonPackage(): Promise<readonly string[]> {
  const python = await pythonOfGenerators();
  await rm(BUILD, { recursive: true, force: true });
  await mkdir(BUILD, { recursive: true });
  const config = join(BUILD, 'generator.json');
  await writeFile(config, JSON.stringify({ project_name_override: 'generated', package_name_override: 'rapporteur' }));
  await generatePython(python, join(BUILD, 'generated'), ['--config', config]);
  await rename(join(BUILD, 'generated/rapporteur'), join(BUILD, 'rapporteur'));
  await rm(join(BUILD, 'generated'), { recursive: true });
  await cp(SOURCE, BUILD, { recursive: true });
  const version = `"""The version of the API that every request asks for."""\n\nAPI_VERSION = "${NEWEST_VERSION}"\n`;
  await writeFile(join(BUILD, 'rapporteur/api_version.py'), version);
  await run(python, ['-m', 'compileall', '-q', 'rapporteur'], { cwd: BUILD });
  await run(python, ['-m', 'unittest', 'discover', '--start-directory', 'tests', '--top-level-directory', '.'], {
    cwd: BUILD,
  });
  await run(python, ['-m', 'flit_core.wheel', '--outdir', FOLDER], { cwd: BUILD });
  return pythonOperations();
}

/** The operations of the package that was built last. */
export const pythonOperations = (): Promise<readonly string[]> => operationModules(join(BUILD, 'rapporteur'));
