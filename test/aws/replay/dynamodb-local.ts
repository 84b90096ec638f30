import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { STATE_DIR } from '#bin/paths';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { freePort, isListening } from '#bin/stack/ports';
import type { JsonObject } from '#shared/foundation/core/json';
import type { Dynamo } from './dynamodb.ts';
import type { replay } from './replay.ts';

type Target = Parameters<typeof replay>[1];

const JARS = join(STATE_DIR, 'dynamodb-local');
const MAIN_CLASS = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
const START_TIMEOUT_SECONDS = 60;
const REGION = 'us-east-1';

/** Whether this machine has what DynamoDB Local needs. */
export const canRunDynamodbLocal = async (): Promise<boolean> =>
  (await Promise.all([succeeds('java', '-version'), succeeds('mvn', '--version')])).every((isThere) => isThere);

export const INSTALL_JAVA = 'apt-get install --no-install-recommends default-jre-headless maven';

const succeeds = (command: string, ...args: readonly string[]): Promise<boolean> =>
  promisify(execFile)(command, args).then(
    () => true,
    () => false,
  );

/** Runs AWS's DynamoDB Local while it is used: in memory, a process of its own, since its DeleteTable is asynchronous. */
export async function withDynamodbLocal<Result>(use: (target: Target) => Promise<Result>): Promise<Result> {
  const pom = join(import.meta.dirname, 'pom.xml');
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${JARS}`];
  await promisify(execFile)('mvn', ['--quiet', '--batch-mode', '--file', pom, ...copy]);
  const port = await freePort();
  const args = [`-Dsqlite4java.library.path=${JARS}`, '-classpath', join(JARS, '*'), MAIN_CLASS];
  const child = spawn('java', [...args, '-inMemory', '-disableTelemetry', '-port', String(port)], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    const endpoint = `http://127.0.0.1:${port}`;
    await untilListening(endpoint, () => child.exitCode === null);
    return await use(targetAt(endpoint));
  } finally {
    child.kill();
    await ended;
  }
}

async function untilListening(endpoint: string, isRunning: () => boolean): Promise<void> {
  const end = performance.now() + START_TIMEOUT_SECONDS * 1_000;
  while (!(await isListening(endpoint))) {
    if (!isRunning() || performance.now() > end) throw new Error('DynamoDB Local did not start.');
    await wait(100);
  }
}

/** It wants a signature, and does not verify it. */
const HEADERS = {
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`,
  'content-type': 'application/x-amz-json-1.0',
};

function targetAt(endpoint: string): Target {
  const dynamo: Dynamo = async (operation, body) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { ...HEADERS, 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as JsonObject };
  };
  return {
    dynamo,
    createTable: (table) =>
      withClient(new DynamoDBClient(emulatorConfig({ endpoint, region: REGION })), async (client) => {
        await client.send(new CreateTableCommand(table));
        await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName: table.TableName });
      }),
  };
}
