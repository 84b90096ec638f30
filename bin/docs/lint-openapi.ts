import { join } from 'node:path';
import { lintFromString, loadConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { PROJECT_DIR } from '#bin/paths';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';

/** npm run document: the OpenAPI document, held to the rules in redocly.yaml. */
async function main(): Promise<void> {
  const config = await loadConfig({ configPath: join(PROJECT_DIR, 'redocly.yaml') });
  const source = JSON.stringify(openapi(contracts, 'https://api.example.com/api/v1'), null, 2);
  const problems = await lintFromString({ source, absoluteRef: join(PROJECT_DIR, 'openapi.json'), config });
  for (const problem of problems) console.error(inOneLine(problem));
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`The OpenAPI document of ${contracts.length} endpoints keeps every rule.`);
}

const inOneLine = ({ ruleId, message, location }: NormalizedProblem): string =>
  `${location[0]?.pointer ?? '#/'}: ${message.trim()} (${ruleId})`;

await main();
