import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { provisionUser } from '#shared/accounts/identity/commands/provision-user';
import { addWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { AccessEntry, AppContext } from '#shared/api/http/ports';
import type { Clock } from '#shared/foundation/core/clock';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { isLambdaResponse } from '#shared/foundation/core/lambda-response';
import type { Role } from '#shared/foundation/core/roles';
import type { Instant } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { appContext, type ServedContext } from '#shared/wiring/app-context';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { invocation } from '#test/doubles/aws/unfinished-writes';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { ApiResponse } from '#test/support/api-response';
import { expectDocumented } from '#test/support/expect-documented';
import { expectQuietLog } from '#test/support/expect-quiet-logs';
import { aGatewayEvent } from '#test/support/gateway-event';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { aForm, FORM_TYPE, type FormParts } from '#test/support/multipart-form';
import { inMemoryUploads } from './in-memory-uploads.ts';

export const BASE_URL = 'https://api.example.test/api/v1';
export const APP_URL = 'https://app.example.test';
export const LIVE_URL = 'wss://live.example.test/live';
export const noon = Date.UTC(2026, 10, 2, 12) as Instant;

/** A clock that stands still until it is moved. */
export interface SetClock extends Clock {
  set(at: Instant): void;
  advance(milliseconds: number): void;
}

export function aClock(start: Instant = noon): SetClock {
  let at = start;
  return {
    now: () => at,
    set: (to) => {
      at = to;
    },
    advance: (milliseconds) => {
      at = (at + milliseconds) as Instant;
    },
  };
}

type Group = (event: APIGatewayProxyEventV2, context: never) => unknown;

export interface Call {
  readonly key?: string;
  readonly body?: unknown;
  /** The parts of a form, sent as bytes. */
  readonly parts?: FormParts;
  /** Sent as it is, instead of a body turned into JSON. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that is connected to the gateway. */
  readonly from?: string;
}

/** A deployment in memory: real handlers and stores on in-memory AWS services, a clock that stands still. */
export function aWorld(
  overrides: Partial<ServedContext> = {},
  dynamo: InMemoryTable = inMemoryMainTable(),
  sealer = kmsSealer(inMemoryKms(), 'key'),
  bytes: (size: number) => Uint8Array = randomBytes,
  clock = aClock(),
) {
  const files = inMemoryFiles();
  const storage: FileStorage = files;
  const log: AccessEntry[] = [];
  const context = {
    ...appContext({
      table: tableOver(dynamo),
      sealer,
      clock,
      backoff: { pause: () => new Promise((resolve) => setImmediate(resolve)) },
      randomBytes: (size) => bytes(size),
      baseUrl: BASE_URL,
      appUrl: APP_URL,
      liveUrl: LIVE_URL,
      server: { zone: 'Etc/UTC' },
      allowLocalReceivers: false,
      log: (entry) => log.push(expectQuietLog(entry)),
    }),
    files: storage,
    uploadStorage: inMemoryUploads(files),
    ...overrides,
  };
  return { context, clock, dynamo, files, log, ...people(context) };
}
export type World = ReturnType<typeof aWorld>;

/** A world with the same rows, files, keys and time, to be changed independently of the first. */
export async function aCopyOfWorld({ context, dynamo, clock, files }: World): Promise<World> {
  const copy = aWorld({}, inMemoryMainTable({ items: dynamo.items() }), context.sealer);
  copy.clock.set(clock.now());
  for (const [key, bytes] of files.files) await copy.files.put(key, bytes, 'application/octet-stream');
  return copy;
}

function people(context: AppContext) {
  const add = provisionUser(context);
  return {
    /** A user who owns a new workspace. */
    async anOwner(name = 'Acme', emailDomains: readonly string[] = []) {
      const email = `owner@${name.toLowerCase()}.test`;
      const { apiKey, userId, workspaceId } = await add({ email, workspace: { name, emailDomains } });
      const workspace = await workspaces.find(context.table, workspaceId);
      return { key: apiKey, userId, workspaceId, workspaceNumber: workspace?.state.number ?? 0 };
    },
    /** A further workspace of a user, who owns it. */
    aWorkspaceOf: (userId: UserId, name: string) =>
      addWorkspace(context)({ id: userId, email: 'owner@acme.test' }, { name }),
    /** A further user with a role in a workspace. */
    async aColleague(workspaceId: WorkspaceId, role: Role) {
      const { apiKey, userId } = await add({ email: `${role}@acme.test`, workspace: { workspaceId, role } });
      return { key: apiKey, userId, workspaceId };
    },
  };
}

/** Calls one group of endpoints as the gateway would. */
export const callsTo =
  (group: Group) =>
  async (
    method: string,
    path: string,
    { key, body, parts, raw, headers = {}, from = '203.0.113.9' }: Call = {},
  ): Promise<ApiResponse> => {
    const event = aGatewayEvent({
      method,
      path: path.startsWith('/api/') ? path : `/api/v1${path}`,
      headers: { ...(key !== undefined && { authorization: key }), ...(parts && FORM_TYPE), ...headers },
      from,
      requestId: nextRequestId(),
      body: raw ?? written(body, parts),
      isBase64Encoded: parts !== undefined,
    });
    const answer = invocation(`${method} ${path}`, () => group(event, {} as never));
    const result = (await answer) as APIGatewayProxyStructuredResultV2;
    // Lambda would refuse it, and the gateway answer 500.
    if (!isLambdaResponse(result)) throw new Error(`${method} ${path} answers more than Lambda takes.`);
    const type = String(result.headers?.['content-type'] ?? '');
    return expectDocumented(method, event.rawPath.replace('/api/v1', ''), {
      status: result.statusCode ?? 0,
      headers: (result.headers ?? {}) as Record<string, string>,
      body: type.startsWith('application/json;') ? JSON.parse(result.body ?? 'null') : textOrBytes(result),
    });
  };

let requests = 0;

const nextRequestId = (): string => {
  requests += 1;
  return `req-${requests}`;
};

const textOrBytes = ({ body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2) =>
  isBase64Encoded ? new Uint8Array(Buffer.from(body, 'base64')) : body;

const written = (body: unknown, parts: FormParts | undefined): string | undefined => {
  if (parts) return aForm(parts);
  return body === undefined ? undefined : JSON.stringify(body);
};
