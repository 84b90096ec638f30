import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, positional, required } from '#bin/cli/options';
import { choice, matching } from '#bin/cli/value-types';
import { PROJECT_DIR } from '#bin/paths';
import { createFile } from './files.ts';
import { filled, type Names, namesOf } from './names.ts';

/** New files by template. */
const FILES: Readonly<Record<string, (one: Names, many: Names, context: string) => string>> = {
  rules: (one, many, context) => `shared/${context}/${many.kebab}/rules/${one.kebab}.ts`,
  store: (_one, many, context) => `shared/${context}/${many.kebab}/store.ts`,
  contract: (_one, many, context) => `shared/${context}/${many.kebab}/contract.ts`,
  present: (_one, many, context) => `shared/${context}/${many.kebab}/present.ts`,
  commands: (one, many, context) => `shared/${context}/${many.kebab}/commands/save-${one.kebab}.ts`,
  index: (_one, many) => `functions/api/${many.kebab}/index.ts`,
  'contract-test': (_one, many) => `test/contract/${many.kebab}/${many.kebab}.test.ts`,
  'rules-test': (one, many) => `test/unit/${many.kebab}/rules/${one.kebab}.test.ts`,
};

interface Insertion {
  readonly path: string;
  readonly before: string;
  readonly text: (many: Names, prefix: string, context: string) => string;
}

/** Lines that make the rest of the service know the resource. */
const INSERTIONS: readonly Insertion[] = [
  {
    path: 'shared/foundation/core/ids.ts',
    before: '}\nexport type IdPrefix =',
    text: (_many, prefix) => `  ${prefix}: Id<'${prefix}'>;\n`,
  },
  {
    path: 'shared/wiring/entities.ts',
    before: '\n/** What docs/table.md prints',
    text: ({ kebab, camel }, _prefix, context) => `import { ${camel} } from '#shared/${context}/${kebab}/store';\n`,
  },
  { path: 'shared/wiring/entities.ts', before: '];\n', text: ({ camel }) => `  ${camel},\n` },
  {
    path: 'shared/wiring/all-contracts.ts',
    before: '\n/** One line for each feature',
    text: ({ kebab, camel }, _prefix, context) => `import * as ${camel} from '#shared/${context}/${kebab}/contract';\n`,
  },
  { path: 'shared/wiring/all-contracts.ts', before: '];\n', text: ({ camel }) => `  ${camel},\n` },
];

/** Those that hold resources. */
const CONTEXTS = ['accounts', 'meetings', 'capture', 'calendars', 'texts', 'webhooks'] as const;

const NAME = matching(/^[a-z]+(?:-[a-z]+)*$/, 'words in small letters, joined by hyphens');

/** npm run new:resource: a resource with five endpoints, its tests, and what is left to do. */
export const newResource = command({
  name: 'npm run new:resource',
  description: `Writes a resource with five endpoints: rules, entity, contract, presenter, commands, endpoints and
tests, and adds it to the ids, the entities and the contracts. Of the tests, one fails: the rule that the resource is
for. The access matrix and the round trips ask for a row of their own (docs/adding-an-endpoint.md).`,
  options: {
    name: positional(required(NAME, 'the resource in the singular: retention-rule')),
    plural: optional(NAME, 'the plural, where it is not the name with an s'),
    context: required(choice(...CONTEXTS), 'the context that it belongs to (docs/architecture.md): texts'),
    prefix: required(matching(/^[a-z]{3,4}$/, 'three or four letters'), 'the prefix of its ids: rrl'),
  },
  async run({ name, plural = `${name}s`, context, prefix }) {
    const one = namesOf(name);
    const many = namesOf(plural);
    for (const [template, pathOf] of Object.entries(FILES)) {
      const text = await readFile(join(import.meta.dirname, `resource/${template}.template`), 'utf8');
      const placed = text.replaceAll('#shared/wid-gets/', `#shared/${context}/wid-gets/`);
      await createFile(pathOf(one, many, context), filled(placed, one, many, prefix));
    }
    for (const { path, before, text } of INSERTIONS) await insert(path, before, text(many, prefix, context));
    console.log('Next: npm run format, npm run table, npm run check, then docs/adding-an-endpoint.md.');
  },
});

async function insert(path: string, before: string, text: string): Promise<void> {
  const content = await readFile(join(PROJECT_DIR, path), 'utf8');
  const at = content.indexOf(before);
  if (at < 0) throw new CliError(`${path} has no place for ${text.trim()}`);
  await writeFile(join(PROJECT_DIR, path), content.slice(0, at) + text + content.slice(at));
  console.log(`  changed  ${path}`);
}
