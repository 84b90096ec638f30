import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { lintFromString, loadConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { PROJECT_DIR } from '#bin/paths';
import { contracts } from '#shared/wiring/all-contracts';
import { asyncapi } from '#shared/wiring/documents/asyncapi';
import { openapi } from '#shared/wiring/documents/openapi';

const BASE_URL = 'https://api.example.com/api/v1';
/** Of a diagnostic of AsyncAPI's parser. */
const ERROR = 0;

/** npm run document: the OpenAPI document, held to the rules in redocly.yaml, and the AsyncAPI document, read by its parser. */
async function main(): Promise<void> {
  const problems = [...(await openapiProblems()), ...(await asyncapiProblems())];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`The OpenAPI and AsyncAPI documents of ${contracts.length} endpoints keep every rule.`);
}

async function openapiProblems(): Promise<readonly string[]> {
  const config = await loadConfig({ configPath: join(PROJECT_DIR, 'redocly.yaml') });
  const source = JSON.stringify(openapi(contracts, BASE_URL), null, 2);
  return (await lintFromString({ source, absoluteRef: join(PROJECT_DIR, 'openapi.json'), config })).map(inOneLine);
}

const inOneLine = ({ ruleId, message, location }: NormalizedProblem): string =>
  `${location[0]?.pointer ?? '#/'}: ${message.trim()} (${ruleId})`;

async function asyncapiProblems(): Promise<readonly string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(asyncapi(BASE_URL)));
  return diagnostics
    .filter(({ severity }) => severity === ERROR)
    .map(({ path, message, code }) => `asyncapi#/${path.join('/')}: ${message} (${code})`);
}

await main();
