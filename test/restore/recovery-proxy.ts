import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBackupCommand, DeleteBackupCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { type AwsEndpoint, emulatorConfig } from '#bin/stack/emulator-config';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';

/** What RestoreTableToPointInTime takes, as JSON: times are seconds. */
const Restore = v.object({
  SourceTableName: v.string(),
  TargetTableName: v.string(),
  RestoreDateTime: v.number(),
  GlobalSecondaryIndexOverride: v.array(v.unknown()),
});
const Named = v.looseObject({ TableName: v.string() });

/** How often a restored table is still being created when it is described. */
const LOOKS_UNTIL_ACTIVE = 2;

export interface RecoveryProxy {
  readonly url: string;
  /** Keeps the table as it is, to be restored to any moment from now until the next snapshot. */
  readonly snapshot: () => Promise<Instant>;
  readonly close: () => Promise<void>;
}

/**
 * Point-in-time recovery in front of the emulator, whose own knows no moment but now, and no table with indexes. This has
 * the emulator make backups, each in one piece, and restore the newest one that is not later than the moment. As
 * DynamoDB, it refuses a moment outside of its window; the restored table takes a while, and has no stream, no TTL and no
 * protection. Unlike there, the window ends now instead of five minutes ago, and indexes are restored even where the
 * request leaves them out. Every other request passes unchanged; `passed` is called for each.
 */
export async function openRecoveryProxy(
  aws: AwsEndpoint,
  table: string,
  passed: (action: string) => void,
): Promise<RecoveryProxy> {
  const client = new DynamoDBClient(emulatorConfig(aws));
  const snapshots: { readonly arn: string; readonly at: Instant }[] = [];
  const looks = new Map<string, number>();
  const now = () => Date.now() as Instant;

  const window = () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: {
        PointInTimeRecoveryStatus: 'ENABLED',
        EarliestRestorableDateTime: (snapshots[0]?.at ?? now()) / SECOND_MS,
        LatestRestorableDateTime: now() / SECOND_MS,
      },
    },
  });

  const restore = async (incoming: IncomingMessage, body: string): Promise<Answer> => {
    const input = v.parse(Restore, JSON.parse(body));
    const from = snapshots.findLast(({ at }) => at <= input.RestoreDateTime * SECOND_MS);
    if (!from || input.RestoreDateTime * SECOND_MS > now())
      return json(400, { __type: 'InvalidRestoreTimeException', message: 'The moment is outside of the window.' });
    looks.set(input.TargetTableName, LOOKS_UNTIL_ACTIVE);
    const headers = { ...incoming.headers, 'x-amz-target': 'DynamoDB_20120810.RestoreTableFromBackup' };
    const backup = { TargetTableName: input.TargetTableName, BackupArn: from.arn };
    return forward(aws, { ...requestOf(incoming), headers }, JSON.stringify(backup));
  };

  const describe = async (incoming: IncomingMessage, body: string): Promise<Answer> => {
    const answer = await forward(aws, requestOf(incoming), body);
    const { TableName } = v.parse(Named, JSON.parse(body));
    const left = looks.get(TableName) ?? 0;
    looks.set(TableName, left - 1);
    return left > 0 ? { ...answer, body: answer.body.replace('"ACTIVE"', '"CREATING"') } : answer;
  };

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const action = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? `${incoming.method} ${incoming.url}`;
    passed(action);
    const answer = await answerTo(action, incoming, body);
    outgoing.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }
  const answerTo = async (action: string, incoming: IncomingMessage, body: string): Promise<Answer> => {
    if (action === 'DescribeContinuousBackups' && v.parse(Named, JSON.parse(body)).TableName === table)
      return json(200, window());
    if (action === 'RestoreTableToPointInTime') return restore(incoming, body);
    if (action === 'DescribeTable') return describe(incoming, body);
    return forward(aws, requestOf(incoming), body);
  };

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async snapshot() {
      const { BackupDetails } = await client.send(
        new CreateBackupCommand({ TableName: table, BackupName: `snapshot-${snapshots.length}` }),
      );
      const at = now();
      snapshots.push({ arn: BackupDetails?.BackupArn ?? '', at });
      return at;
    },
    async close() {
      for (const { arn } of snapshots) await client.send(new DeleteBackupCommand({ BackupArn: arn }));
      client.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/x-amz-json-1.0',
  body: JSON.stringify(body),
});

/** Headers that belong to one connection, or to the body as it was. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

const requestOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): Request => ({ method, url, headers });

async function forward({ endpoint }: AwsEndpoint, request: Request, body: string): Promise<Answer> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    OF_CONNECTION.has(name) ? [] : [[name, String(value)] as [string, string]],
  );
  const response = await fetch(`${endpoint}${request.url}`, {
    method: request.method,
    headers,
    ...(body !== '' && { body }),
  });
  const type = response.headers.get('content-type') ?? 'application/json';
  return { status: response.status, type, body: await response.text() };
}
