import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '#bin/cli/command';
import { optional, positional, required } from '#bin/cli/options';
import { choice, matching } from '#bin/cli/value-types';
import { createFile, insertLine } from './files.ts';
import { filled, type Names, namesOf } from './names.ts';

/** New files by template. */
const FILES: Readonly<Record<string, (one: Names, many: Names, context: string) => string>> = {
  rules: (one, many, context) => `shared/${context}/${many.kebab}/rules/${one.kebab}.ts`,
  store: (_one, many, context) => `shared/${context}/${many.kebab}/store.ts`,
  contract: (_one, many, context) => `shared/${context}/${many.kebab}/contract.ts`,
  present: (_one, many, context) => `shared/${context}/${many.kebab}/present.ts`,
  index: (_one, many) => `functions/api/${many.kebab}/index.ts`,
  'rules-test': (one, many) => `test/unit/${many.kebab}/rules/${one.kebab}.test.ts`,
};

interface Insertion {
  readonly path: string;
  readonly before: string;
  /** About wid gets, as the templates. */
  readonly line: string;
}

/** Lines that make the rest of the service and its tests know the resource. */
const INSERTIONS: readonly Insertion[] = [
  { path: 'shared/foundation/core/ids.ts', before: '}\nexport type IdPrefix =', line: "  wdg: Id<'wdg'>;" },
  {
    path: 'shared/foundation/core/limits.ts',
    before: '} as const satisfies Record<string, Limit>;',
    line: "  wid_gets: { most: 200, windowMs: DAY_MS, about: 'new wid gets a day (UTC) in one workspace' },",
  },
  {
    path: 'shared/foundation/audit-events/rules/audit-event.ts',
    before: '} as const satisfies Readonly<',
    line: "  wid_get: { ids: ['wdg'], actions: CHANGES },",
  },
  {
    path: 'shared/wiring/resources.ts',
    before: '\n/** What docs/table.md prints',
    line: `import { widGetContracts } from '#shared/wid-gets/contract';
import { widGets } from '#shared/wid-gets/store';`,
  },
  { path: 'shared/wiring/resources.ts', before: '];\n', line: '  { contracts: widGetContracts, entity: widGets },' },
  {
    path: 'lib/api-groups.ts',
    before: '  documents: {',
    line: "  'wid-gets': { paths: ['/wid_gets'], table: ['list'] },",
  },
  {
    path: 'test/support/api-groups.ts',
    before: '\n/** What the groups of endpoints work with.',
    line: "import { widGets } from '#functions/api/wid-gets/index';",
  },
  {
    path: 'test/support/api-groups.ts',
    before: '  workspaces: () =>',
    line: "  'wid-gets': () => widGets(context),",
  },
];

/** Those that hold resources. */
const CONTEXTS = ['accounts', 'meetings', 'capture', 'calendars', 'texts', 'webhooks'] as const;

const NAME = matching(/^[a-z]+(?:-[a-z]+)*$/, 'words in small letters, joined by hyphens');

/** npm run new:resource: a resource with five endpoints, its tests, and what is left to do. */
export const newResource = command({
  name: 'npm run new:resource',
  description: `Writes a resource with five endpoints: rules, entity, contract, presenter and the group of endpoints, and
adds it to the ids, the limits, the audit events, the resources and the groups. The tests of every resource hold for it
(test/contract/resources.test.ts). The test of the rule that the resource is for fails, and those of its golden file, its
tag and the runbook: these and a line in the changelog are yours to write (docs/adding-an-endpoint.md).`,
  options: {
    name: positional(required(NAME, 'the resource in the singular: retention-rule')),
    plural: optional(NAME, 'the plural, where it is not the name with an s'),
    context: required(choice(...CONTEXTS), 'the context that it belongs to (docs/architecture.md): texts'),
    prefix: required(matching(/^[a-z]{3,4}$/, 'three or four letters'), 'the prefix of its ids: rrl'),
  },
  async run({ name, plural = `${name}s`, context, prefix }) {
    const one = namesOf(name);
    const many = namesOf(plural);
    const aboutThis = (text: string): string =>
      filled(text.replaceAll('#shared/wid-gets/', `#shared/${context}/wid-gets/`), one, many, prefix);
    for (const [template, pathOf] of Object.entries(FILES)) {
      const text = await readFile(join(import.meta.dirname, `resource/${template}.template`), 'utf8');
      await createFile(pathOf(one, many, context), aboutThis(text));
    }
    for (const { path, before, line } of INSERTIONS) await insertLine(path, before, aboutThis(line));
    console.log(
      'Next: npm run format, npm run docs -- table, npm run docs -- runbook, npm run check, then docs/adding-an-endpoint.md.',
    );
  },
});
