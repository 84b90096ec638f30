import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { flag, optional, required, withDefault } from '#bin/cli/options';
import { wholeNumber } from '#bin/cli/value-types';
import { printable } from '#bin/operator/printable';
import { dynamoRecovery, progressIn } from '#bin/operator/restore/dynamo-recovery';
import { lambdaFunctions } from '#bin/operator/restore/lambda-functions';
import { moment } from '#bin/operator/restore/restore-point';
import { runRestore } from '#bin/operator/restore/run-restore';
import type { Sleep } from '#bin/operator/restore/stored-table';
import { awsConfig, STAGE_HELP, stageOptions, tableNameOf } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';
import type { Instant } from '#shared/foundation/core/time';
import { systemClock } from '#shared/foundation/platform/system-clock';

/** The longest that a Lambda function may run. */
const LONGEST_TIMEOUT_SECONDS = 900;

/** npm run ops -- restore: sets the table of a stage back to a moment. */
export const restore = command({
  name: 'npm run ops -- restore',
  description: `Sets the table of a stage back to a moment of the last 35 days, with the service stopped while rows are put back
(docs/runbook.md). It says what it will do and asks before it begins and before the service starts again. A run that was
ended is continued by the same command. ${STAGE_HELP}`,
  options: {
    to: required(moment, 'moment to restore to'),
    yes: flag('asks nothing'),
    hold: flag('leaves the service stopped once the rows are what they were; the same command without it starts it'),
    drain: optional(
      wholeNumber(0, LONGEST_TIMEOUT_SECONDS),
      'seconds for which invocations under way may still write; without it, the longest timeout of the functions',
    ),
    segments: withDefault('8', wholeNumber(1, 100), 'parts of the tables that are read side by side'),
    ...stageOptions,
  },
  run: async ({ to, yes, hold, drain, segments, ...options }) => {
    const config = await awsConfig(options.stage);
    await withClient(new DynamoDBClient(config), (client) =>
      withClient(new LambdaClient(config), async (lambda) => {
        const name = options.table ?? (await tableNameOf(options.stage, client));
        const context = {
          recovery: dynamoRecovery(client, name),
          functions: lambdaFunctions(lambda, options.stage, sleep),
          live: { client, name },
          tableNamed: (other: string) => ({ client, name: other }),
          progressIn,
          due: (now: Instant) => dueRows(client, name, now),
          now: systemClock.now,
          sleep,
          print: (line: string) => console.log(printable(line)),
          confirm: yes ? async () => true : typed,
        };
        await runRestore(context, { stage: options.stage, to, hold, drainSeconds: drain, segments });
      }),
    );
  },
});

const sleep: Sleep = (milliseconds) => setTimeout(milliseconds);

/** Whether the word is typed at the terminal. */
async function typed(word: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CliError('--yes is required where no terminal can ask');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`Type ${word} to go on: `)).trim() === word;
  } finally {
    terminal.close();
  }
}

/** The rows of the index `due` whose time has come, by type. */
async function dueRows(client: DynamoDBClient, TableName: string, now: Instant): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const input = {
    TableName,
    IndexName: 'due',
    FilterExpression: 'due_at <= :now',
    ExpressionAttributeValues: { ':now': { N: String(now) } },
  };
  for await (const { Items = [] } of paginateScan({ client }, input))
    for (const { type } of Items) counts.set(type?.S ?? 'other', (counts.get(type?.S ?? 'other') ?? 0) + 1);
  return counts;
}
