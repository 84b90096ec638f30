import { clientNameOf, formerNamesOf } from '#bin/clients/operation-names';
import { operationIdsOf } from '#bin/clients/operations';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';

/** As far as the tables show an operation. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const START = '## Every method\n';

/** The guide to the clients with its tables as the contracts have them. */
export function withClientMethods(text: string): string {
  const at = text.indexOf(START);
  if (at === -1) throw new Error(`The guide has no heading: ${START}`);
  return text.slice(0, at) + methodTables();
}

function methodTables(): string {
  const document: Document = JSON.parse(JSON.stringify(openapi(contracts, 'https://api.example.com/api/v1')));
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: operation.tags[0] ?? '',
      ...operation,
      path,
      method,
    })),
  );
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  return [
    START,
    'In Python, an operation is the module of its name below `rapporteur.api` and its heading, both in snake case: `createMember` of *members* is `rapporteur.api.members.create_member`, with `sync` and `asyncio`.',
    ...groups.map(([group, some]) =>
      [
        `### ${group.replaceAll('-', ' ')}\n`,
        '| TypeScript | Request |',
        '| - | - |',
        ...some.map(
          ({ operationId, method, path, deprecated }) =>
            `| \`${clientNameOf(operationId)}\` | \`${method.toUpperCase()} ${path}\`${deprecated ? ', deprecated' : ''} |`,
        ),
      ].join('\n'),
    ),
    formerTable(operationIdsOf(document)),
  ].join('\n\n');
}

const formerTable = (ids: readonly string[]): string =>
  [
    '### Deprecated names\n',
    'These names of version 0.1 work in version 0.2, and not in the next; in Python by the same rule.\n',
    '| 0.1 | 0.2 |',
    '| - | - |',
    ...formerNamesOf(ids).map(({ former, name }) => `| \`${former}\` | \`${name}\` |`),
    '',
  ].join('\n');
