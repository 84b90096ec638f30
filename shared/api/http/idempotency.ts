import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { AppContext } from '#shared/api/http/ports';
import {
  AnsweredMeanwhile,
  type IdempotencyRecord,
  type MakeRecord,
  type RequestName,
} from '#shared/foundation/commands/idempotency-records';
import type { UserId } from '#shared/foundation/core/ids';
import { badRequest, conflict, Refusal, type RefusalKind } from '#shared/foundation/core/refusal';
import type { Sealer } from '#shared/foundation/core/secrets';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { idempotencyRecords } from '#shared/foundation/dynamodb/idempotency-records';
import { type Contract, takesIdempotencyKey } from '#shared/foundation/http/contract';
import type { Incoming } from '#shared/foundation/http/request/incoming';
import { plainPath } from '#shared/foundation/http/request/match-operation';
import { renderRefusal } from '#shared/foundation/http/response/render';
import type { Reply } from '#shared/foundation/http/response/reply';

/** How long the recorded response is repeated: docs/limits-and-rules.md#idempotency. */
const REPLAYED_FOR_MS = DAY_MS;
/** Longer than a function may run: after this time a request without a response has failed, and a retry may start. */
const RUNS_AT_MOST_MS = MINUTE_MS;

/** A request with an `Idempotency-Key`, and the record of it that may be there. */
export interface IdempotentRequest {
  readonly name: RequestName;
  readonly seen: Promise<IdempotencyRecord | undefined>;
}

/** Looks the record up; undefined for requests without the header, and for methods that are idempotent anyhow. */
export function idempotentRequest(
  contract: Contract,
  { path, headers }: Incoming,
  { table, clock }: AppContext,
  userId: UserId,
): IdempotentRequest | undefined {
  const key = headers['idempotency-key'];
  if (!takesIdempotencyKey(contract) || key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('The Idempotency-Key header must be 1 to 255 visible ASCII characters.');
  const name = requestName(userId, contract.method, path, key);
  const seen = idempotencyRecords(table).find(name, clock.now());
  seen.catch(() => undefined);
  return { name, seen };
}

/** What a record is found by. A slash or `.json` at the end of a path is the same endpoint. */
export const requestName = (userId: RequestName['userId'], method: string, path: string, key: string): RequestName => ({
  userId,
  digest: digestOf(`${method} ${plainPath(path)} ${key}`),
});

/**
 * Does the work and answers with what came of it. `makeRecord` makes the record that goes into the work's own transaction
 * (`Changes.idempotency`).
 */
export type Idempotent = <Result>(
  reply: (result: Result) => Reply | Promise<Reply>,
  run: (makeRecord: MakeRecord<Result>) => Promise<Result>,
) => Promise<Reply>;

/** Runs without a record: requests without an Idempotency-Key. */
export const withoutRecord: Idempotent = async (reply, run) => reply(await run(async () => undefined));

interface Asked {
  readonly name: RequestName;
  readonly body: unknown;
  readonly now: Instant;
  /** The operation calls an external service before it saves: no other request with this key may start meanwhile. */
  readonly callsOutside: boolean;
  readonly seen: Promise<IdempotencyRecord | undefined>;
}

/**
 * Answers a request with an `Idempotency-Key`: the first time by running it, with the record in the operation's own
 * transaction; from then on with what it answered then. Refusals
 * are recorded too, except 401, 429 and 5xx, after which the request may be repeated.
 */
export async function answerIdempotently(
  context: AppContext,
  { name, body, now, callsOutside, seen }: Asked,
  run: (idempotent: Idempotent) => Promise<Reply>,
): Promise<Reply> {
  const records = idempotencyRecords(context.table);
  const bodyDigest = digestOf(canonical(body));
  const record = (answer: string): IdempotencyRecord => ({
    name,
    bodyDigest,
    answer,
    expiresAt: (now + REPLAYED_FOR_MS) as Instant,
    afterRunning: callsOutside,
  });
  const known = await seen;
  if (known) return replayed(context, known, bodyDigest, now);
  if (callsOutside && !(await records.saveNew(runningUntil(name, bodyDigest, now), now)))
    return replayMeanwhile(context, name, bodyDigest, now);

  let isSaved = false;
  const idempotent: Idempotent = async (reply, work) => {
    let last: { readonly made: unknown; readonly reply: Reply } | undefined;
    const result = await work(async (made) => {
      last = { made, reply: await reply(made) };
      return record(await textOf(context.sealer, last.reply));
    });
    // An attempt that lost a race saved no record, and the next one may have had nothing to save.
    isSaved = last?.made === result;
    return last && isSaved ? last.reply : reply(result);
  };
  try {
    const reply = await run(idempotent);
    return isSaved ? reply : await saveRecordAlone(reply);
  } catch (error) {
    if (error instanceof AnsweredMeanwhile) return replayMeanwhile(context, name, bodyDigest, now);
    if (!(error instanceof Refusal) || RETRYABLE.includes(error.kind)) {
      if (callsOutside) await records.remove(name);
      throw error;
    }
    return saveRecordAlone(renderRefusal(error));
  }

  /** Nothing else was saved: the record goes by itself. */
  async function saveRecordAlone(reply: Reply): Promise<Reply> {
    const answer = record(await textOf(context.sealer, reply));
    return (await records.saveNew(answer, now)) ? reply : replayMeanwhile(context, name, bodyDigest, now);
  }
}

/** 401, 429 and 5xx: the same request may succeed a moment later. */
const RETRYABLE: readonly RefusalKind[] = ['unauthenticated', 'rate_limited', 'provider_broke', 'unavailable'];

const runningUntil = (name: RequestName, bodyDigest: string, now: Instant): IdempotencyRecord => ({
  name,
  bodyDigest,
  answer: undefined,
  expiresAt: (now + RUNS_AT_MOST_MS) as Instant,
});

/** Another request with the same key was saved first. */
async function replayMeanwhile(
  context: AppContext,
  name: RequestName,
  bodyDigest: string,
  now: Instant,
): Promise<Reply> {
  context.table.clearCache();
  const meanwhile = await idempotencyRecords(context.table).find(name, now);
  if (!meanwhile) throw conflict('The same request ran at the same time and was rolled back: try again.');
  return replayed(context, meanwhile, bodyDigest, now);
}

async function replayed(
  { sealer }: Pick<AppContext, 'sealer'>,
  found: IdempotencyRecord,
  bodyDigest: string,
  now: Instant,
): Promise<Reply> {
  if (found.bodyDigest !== bodyDigest)
    throw new Refusal('unprocessable', [
      {
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used before with another body: use a new key for a new request.',
      },
    ]);
  if (found.answer === undefined) throw stillRunning(found, now);
  const { status, body, headers, secret } = v.parse(Text, found.answer);
  const open = secret && { [secret.field]: await sealer.open(secret.sealed, secret.context) };
  return {
    status,
    body: open ? { ...(body as object), ...open } : body,
    headers: { ...headers, 'idempotent-replayed': 'true' },
  };
}

const stillRunning = ({ expiresAt }: IdempotencyRecord, now: Instant): Refusal =>
  new Refusal(
    'conflict',
    [{ code: 'idempotency_key_in_use', message: 'The first request with this Idempotency-Key is still running.' }],
    { retryInSeconds: Math.min(5, Math.max(1, Math.ceil((expiresAt - now) / SECOND_MS))) },
  );

const Text = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    status: v.number(),
    body: v.unknown(),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    secret: v.optional(
      v.object({
        field: v.optional(v.string(), 'secret'),
        sealed: v.string(),
        context: v.object({ workspace: v.string(), resource: v.string() }),
      }),
    ),
  }),
);

/** An answer as it is kept, in the newest shape. A secret that it shows is sealed, as the secret itself is. */
async function textOf(sealer: Sealer, { status, body, headers }: Reply): Promise<string> {
  const shown = secretIn(body);
  if (!shown) return JSON.stringify({ status, body, headers });
  const { field, text, context } = shown;
  const sealed = await sealer.seal(text, context);
  const withoutSecret = { ...(body as object), [field]: SECRET_PLACEHOLDER };
  return JSON.stringify({ status, body: withoutSecret, headers, secret: { field, sealed, context } });
}

/** Takes the place of the secret in the recorded body. */
const SECRET_PLACEHOLDER = '';

const Shown = v.looseObject({ object: v.string(), id: v.string(), workspace_id: v.string() });

/** Response fields that grant access to anyone who reads them, such as the URL of a link, by `object`; else `secret`. */
const SECRET_FIELDS: Readonly<Record<string, string>> = { calendar_connect_link: 'url', order: 'webhook_secret' };

function secretIn(body: unknown) {
  if (!v.is(Shown, body)) return undefined;
  const field = SECRET_FIELDS[body.object] ?? 'secret';
  const text = body[field];
  return typeof text === 'string'
    ? { field, text, context: { workspace: body.workspace_id, resource: body.id } }
    : undefined;
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/** The same text for the same body, however its fields were ordered or spelled. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return digestOf(Buffer.from(value).toString('base64'));
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
