import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';
import { installTools, requireTool } from '#bin/tools';
import { contracts } from '#shared/wiring/all-contracts';
import { asyncapi } from '#shared/wiring/documents/asyncapi';
import { openapi } from '#shared/wiring/documents/openapi';

const BASE_URL = 'https://api.example.com/api/v1';
/** Of a diagnostic of AsyncAPI's parser. */
const ERROR = 0;

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What is used of `@redocly/openapi-core`. */
interface Redocly {
  readonly loadConfig: (options: { readonly configPath: string }) => Promise<object>;
  readonly lintFromString: (options: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }) => Promise<readonly Problem[]>;
}

interface Diagnostic {
  readonly severity: number;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string | number;
}

/** What is used of `@asyncapi/parser`. */
interface Asyncapi {
  readonly Parser: new () => {
    parse(document: string): Promise<{ readonly diagnostics: readonly Diagnostic[] }>;
  };
}

/** npm run document: the OpenAPI document, held to the rules in redocly.yaml, and the AsyncAPI document, read by its parser. */
async function main(): Promise<void> {
  await installTools();
  const problems = [...(await openapiProblems()), ...(await asyncapiProblems())];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`The OpenAPI and AsyncAPI documents of ${contracts.length} endpoints keep every rule.`);
}

async function openapiProblems(): Promise<readonly string[]> {
  const { loadConfig, lintFromString }: Redocly = requireTool('@redocly/openapi-core');
  const config = await loadConfig({ configPath: join(PROJECT_DIR, 'redocly.yaml') });
  const source = JSON.stringify(openapi(contracts, BASE_URL), null, 2);
  return (await lintFromString({ source, absoluteRef: join(PROJECT_DIR, 'openapi.json'), config })).map(inOneLine);
}

const inOneLine = ({ ruleId, message, location }: Problem): string =>
  `${location[0]?.pointer ?? '#/'}: ${message.trim()} (${ruleId})`;

async function asyncapiProblems(): Promise<readonly string[]> {
  const { Parser }: Asyncapi = requireTool('@asyncapi/parser');
  const { diagnostics } = await new Parser().parse(JSON.stringify(asyncapi(BASE_URL)));
  return diagnostics
    .filter(({ severity }) => severity === ERROR)
    .map(({ path, message, code }) => `asyncapi#/${path.join('/')}: ${message} (${code})`);
}

await main();
