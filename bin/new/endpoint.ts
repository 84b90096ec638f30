import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { positional, required } from '#bin/cli/options';
import { choice, matching } from '#bin/cli/value-types';
import { PROJECT_DIR } from '#bin/paths';
import { createFile, insertLine } from './files.ts';
import { namesOf } from './names.ts';

const NAME = matching(/^[a-z]+(?:-[a-z]+)*$/, 'words in small letters, joined by hyphens');

/** npm run new:endpoint: an endpoint of a group that exists, its contract, and a failing test. */
export const newEndpoint = command({
  name: 'npm run new:endpoint',
  description: `Writes an endpoint of a group in functions/api: its file, its contract beside the group's others, a
failing test, and adds it to the group. The access matrix and the round trips ask for a row of their own
(docs/adding-an-endpoint.md).`,
  options: {
    group: positional(required(NAME, 'a folder of functions/api: bots')),
    name: positional(required(NAME, 'the endpoint as verb and noun: pause-bot')),
    method: required(choice('GET', 'POST', 'PATCH', 'DELETE'), 'HTTP method'),
    path: required(matching(/^(?:\/(?:[a-z_]+|\{[a-z_]+\}))+$/, 'a path such as /bots/pause'), 'below /api/v1'),
  },
  async run({ group, name, method, path }) {
    const { camel, noun } = namesOf(name);
    const contractFile = await contractFileOf(group);
    const words: Readonly<Record<string, string>> = {
      doThing: camel,
      CONTRACT_MODULE: moduleOf(contractFile),
      METHOD: method,
      PATH: path,
      GROUP: group,
      SENTENCE: `${noun[0]?.toUpperCase()}${noun.slice(1)}`,
    };
    const fill = async (template: string): Promise<string> => {
      const text = await readFile(join(import.meta.dirname, `endpoint/${template}.template`), 'utf8');
      return Object.entries(words).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
    };
    await createFile(`functions/api/${group}/${name}.ts`, await fill('endpoint'));
    await createFile(`test/contract/${group}/${name}.test.ts`, await fill('test'));
    await change(contractFile, async (text) => withContract(text, await fill('contract')));
    if (await isOfResource(contractFile)) await serveFurtherContracts(contractFile, namesOf(group).camel);
    await change(`functions/api/${group}/index.ts`, async (text) => withEndpoint(text, camel, name));
    console.log('Next: npm run format, npm run check, then docs/adding-an-endpoint.md.');
  },
});

/** The group's contracts may be in a feature of another name. */
async function contractFileOf(group: string): Promise<string> {
  const files = (await readdir(join(PROJECT_DIR, 'shared'), { recursive: true })).filter((path) =>
    path.endsWith('contract.ts'),
  );
  for (const file of files.sort()) {
    const text = await readFile(join(PROJECT_DIR, 'shared', file), 'utf8');
    const marks = [`group = '${group}'`, `group: '${group}'`, `plural: '${namesOf(group).snake}'`];
    if (marks.some((mark) => text.includes(mark))) return `shared/${file}`;
  }
  throw new CliError(`There is no group ${group} with a contract`);
}

async function change(path: string, edit: (text: string) => Promise<string>): Promise<void> {
  const file = join(PROJECT_DIR, path);
  await writeFile(file, await edit(await readFile(file, 'utf8')));
  console.log(`  changed  ${path}`);
}

const CONTRACT_IMPORT = "import { contract } from '#shared/foundation/http/contract';\n";

const withContract = (text: string, contract: string): string =>
  (/import \{.*\bcontract\b.*foundation\/http\/contract'/.test(text) ? '' : CONTRACT_IMPORT) + text + contract;

/** Whether the file has the contracts of a simple resource, and no other is served. */
async function isOfResource(contractFile: string): Promise<boolean> {
  const served = await readFile(join(PROJECT_DIR, ALL_CONTRACTS), 'utf8');
  return !served.includes(moduleOf(contractFile));
}

const ALL_CONTRACTS = 'shared/wiring/all-contracts.ts';

async function serveFurtherContracts(contractFile: string, camel: string): Promise<void> {
  const line = `import * as ${camel} from '${moduleOf(contractFile)}';`;
  await insertLine(ALL_CONTRACTS, '\n/** One line for each feature', line);
  await insertLine(ALL_CONTRACTS, '];\n', `  ${camel},`);
}

const moduleOf = (file: string): string => `#${file.replace(/\.ts$/, '')}`;

/** Where a call of resourceGroup ends that has lines of its own. */
const END_OF_RESOURCE = '\n);\n\nexport const handler';

function withEndpoint(index: string, camel: string, name: string): string {
  const call = /apiGroup\(\s*context,/;
  const added = index
    .replace(call, (found) => `${found} ${camel},`)
    .replace(END_OF_RESOURCE, `\n  ${camel},${END_OF_RESOURCE}`);
  if (added === index)
    throw new CliError('The group has no apiGroup(context, …) and no resourceGroup(…) to add the endpoint to');
  return `import { ${camel} } from './${name}.ts';\n${added}`;
}
