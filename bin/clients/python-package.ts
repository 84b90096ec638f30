import { appendFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER, namesIn, PINNED, readDocument, run } from '#bin/clients/client-build';
import { mediaTypesById, pythonDocument } from '#bin/clients/client-document';
import { type FormerName, formerNamesOf, inPascalCase, inSnakeCase } from '#bin/clients/operation-names';
import { operationIdsOf } from '#bin/clients/operations';
import { writePythonTemplates } from '#bin/clients/python-templates';
import { PROJECT_DIR } from '#bin/paths';
import { findPython } from '#bin/stack/emulator/python';
import { ensureEnvironment, pipFor } from '#bin/stack/emulator/virtual-environment';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';

const SOURCE = join(PROJECT_DIR, 'sdk/python');
const BUILD = join(FOLDER, 'python-package');

/** Where the built wheel is. */
export const PYTHON_WHEEL = join(FOLDER, 'rapporteur-0.2.0-py3-none-any.whl');

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
async function generatePython(python: string, document: string, to: string, options: readonly string[]): Promise<void> {
  const generate = ['generate', '--path', document, '--output-path', to, '--overwrite', '--fail-on-warning'];
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
  const document = join(BUILD, 'openapi.json');
  const templates = join(BUILD, 'templates');
  const described = pythonDocument(await readDocument());
  await writeFile(document, JSON.stringify(described));
  await writePythonTemplates(python, templates);
  await writeFile(config, JSON.stringify({ project_name_override: 'generated', package_name_override: 'rapporteur' }));
  const options = ['--config', config, '--custom-template-path', templates];
  await generatePython(python, document, join(BUILD, 'generated'), options);
  await rename(join(BUILD, 'generated/rapporteur'), join(BUILD, 'rapporteur'));
  await rm(join(BUILD, 'generated'), { recursive: true });
  await cp(SOURCE, BUILD, { recursive: true });
  const version = `"""The version of the API that every request asks for."""\n\nAPI_VERSION = "${NEWEST_VERSION}"\n`;
  await writeFile(join(BUILD, 'rapporteur/api_version.py'), version);
  await writeFile(join(BUILD, 'rapporteur/media_types.py'), mediaTypesModule(mediaTypesById(described)));
  await writeFormerNames(formerNamesOf(operationIdsOf(await readDocument())));
  await run(python, ['-m', 'compileall', '-q', 'rapporteur'], { cwd: BUILD });
  await run(python, ['-m', 'unittest', 'discover', '--start-directory', 'tests', '--top-level-directory', '.'], {
    cwd: BUILD,
  });
  await run(python, ['-m', 'flit_core.wheel', '--outdir', FOLDER], { cwd: BUILD });
  return pythonOperations();
}

const mediaTypesModule = (types: Readonly<Record<string, readonly string[]>>): string => {
  const rows = Object.entries(types).map(([id, some]) => `    "${inSnakeCase(id)}": ${JSON.stringify(some)},\n`);
  return `"""The media types that the successful responses of an operation have."""\n\nMEDIA_TYPES: dict[str, list[str]] = {\n${rows.join('')}}\n`;
};

/** Writes a module for each deprecated name, and the names that classes of its body had. */
async function writeFormerNames(names: readonly FormerName[]): Promise<void> {
  const api = join(BUILD, 'rapporteur/api');
  const modules = await readdir(api, { recursive: true });
  const models = join(BUILD, 'rapporteur/models/__init__.py');
  const classes = namesIn(await readFile(models, 'utf8'), /^ {4}"(\w+)",$/gm);
  const renamed: string[] = [];
  for (const { former, name } of names) {
    const path = modules.find((one) => one.endsWith(`/${inSnakeCase(name)}.py`));
    if (path === undefined) throw new Error(`The Python client has no operation ${name}.`);
    await writeFile(join(api, dirname(path), `${inSnakeCase(former)}.py`), formerModule({ former, name }));
    const [before, now] = [inPascalCase(former), inPascalCase(name)];
    for (const one of classes.filter((found) => found.startsWith(`${now}Body`)))
      renamed.push(`${before}${one.slice(now.length)} = ${one}\n`);
  }
  await appendFile(models, `\n# Deprecated names of bodies.\n${renamed.join('')}`);
}

const formerModule = ({ former, name }: FormerName): string => {
  const [before, now] = [inSnakeCase(former), inSnakeCase(name)];
  return [
    `"""Deprecated: the operation is called \`\`${now}\`\`."""`,
    '',
    'import warnings',
    '',
    `from .${now} import *  # noqa: F403`,
    '',
    `warnings.warn("${before} is called ${now} now.", DeprecationWarning, stacklevel=2)`,
    '',
  ].join('\n');
};

/** The operations of the package that was built last, without their deprecated names. */
export async function pythonOperations(): Promise<readonly string[]> {
  const former = new Set(formerNamesOf(operationIdsOf(await readDocument())).map((one) => inSnakeCase(one.former)));
  const modules = await operationModules(join(BUILD, 'rapporteur'));
  return modules.filter((name) => !former.has(name));
}
