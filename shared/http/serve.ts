import type { UserId } from '#shared/core/ids';
import { Refusal } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import { type Contract, nameOf } from '#shared/http/contract';
import type { Edge, OpenEdge } from '#shared/http/edge';
import { answeredOnce, everyTime, idempotencyKeyOf, requestName } from '#shared/http/idempotency';
import type { Caller, Operation, Reply, Served } from '#shared/http/operation';
import type { Incoming } from '#shared/http/request/incoming';
import { type Matched, matcher } from '#shared/http/request/match-operation';
import { readAuthorization } from '#shared/http/request/read-authorization';
import { requireJsonAccepted, versionAsked } from '#shared/http/request/read-headers';
import { type AnyInput, readInput } from '#shared/http/request/read-request';
import { refuseClosedChoices, refuseWithoutFeature } from '#shared/http/request/turned-off';
import { answerAsOf, keeps } from '#shared/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/versions/releases';
import type { Server } from '#shared/versions/version-change';
import type { UserKey } from '#shared/workspaces/rules/workspace';

/** What is known of a request at the moment something is thrown. */
export interface Progress {
  version: string;
  operation: string;
  userId: UserId | undefined;
  deprecated?: Contract['deprecated'];
}

/**
 * Serves one group of endpoints, in the fixed order of docs/architecture.md: match, version, key, body, schema,
 * endpoint, answer. Whatever the request itself names is read along with the key, before the key is judged.
 */
export function serving(operations: readonly Operation[], edge: Edge) {
  const begin = beginning(operations);
  return async (incoming: Incoming, progress: Progress): Promise<Reply> => {
    const { matched, asked } = begin(incoming, progress);
    if (matched.route.contract.open) return serveOpenly(matched, incoming, edge, asked ?? BASE_VERSION);
    return serveCaller(matched, incoming, edge, asked, progress);
  };
}

/** Serves endpoints that ask for no key, and that need no table to look one up in. */
export function servingOpenly(operations: readonly Operation[], edge: OpenEdge) {
  if (!operations.every(({ contract }) => contract.open))
    throw new Error('An endpoint that asks for a key is not open.');
  const begin = beginning(operations);
  return async (incoming: Incoming, progress: Progress): Promise<Reply> => {
    const { matched, asked } = begin(incoming, progress);
    return serveOpenly(matched, incoming, edge, asked ?? BASE_VERSION);
  };
}

/** What is judged before the key: path and method, the version asked for, the format. */
function beginning(operations: readonly Operation[]) {
  const match = matcher(operations, ({ contract }) => contract);
  return (incoming: Incoming, progress: Progress) => {
    const matched = match(incoming.method, incoming.path);
    progress.operation = nameOf(matched.route.contract);
    progress.deprecated = matched.route.contract.deprecated;
    const asked = versionAsked(incoming.headers['service-version']);
    requireJsonAccepted(incoming.headers['accept'], matched.route.contract);
    return { matched, asked };
  };
}

async function serveOpenly(matched: Matched<Operation>, incoming: Incoming, edge: OpenEdge, version: string) {
  const input = readInput(matched, incoming, edge, version);
  const nobody = { userId: '' as UserId, version, keeps: (behaviour: string) => keeps(version, releases, behaviour) };
  return answer(matched.route, { ...input, caller: nobody, ahead: {}, once: everyTime }, edge.server);
}

async function serveCaller(
  matched: Matched<Operation>,
  incoming: Incoming,
  edge: Edge,
  asked: string | undefined,
  progress: Progress,
): Promise<Reply> {
  const claim = claimOf(incoming, edge);
  const guess = attempt(() => readInput(matched, incoming, edge, asked ?? NEWEST_VERSION));
  const reading = edge.users.key(claim.userId);
  const once = attempt(() => lookUpAnswer(matched, incoming, edge, claim.userId));
  const ahead = 'value' in guess ? startReading(matched.route, guess.value, claim.userId) : {};

  const key = judge(claim, await reading, edge);
  progress.userId = claim.userId;
  const version = asked ?? key.pin ?? NEWEST_VERSION;
  progress.version = version;
  if (key.pin === null) await edge.users.pinKey(claim.userId, NEWEST_VERSION);

  const caller: Caller = { userId: claim.userId, version, keeps: (name) => keeps(version, releases, name) };
  const known =
    asked === undefined && version !== NEWEST_VERSION
      ? attempt(() => readInput(matched, incoming, edge, version))
      : guess;
  if ('error' in once) throw once.error;
  refuseWithoutFeature(matched.route.contract, edge.deployment);
  if ('error' in known) throw known.error;
  refuseClosedChoices(matched.route.contract, known.value.body, edge.deployment);
  const same = known === guess || ('value' in guess && isSame(known.value.body, guess.value.body));
  const read = same ? ahead : startReading(matched.route, known.value, claim.userId);
  const served = { ...known.value, caller, ahead: read };
  if (!once.value) return answer(matched.route, { ...served, once: everyTime }, edge.server);
  const { body, now } = known.value;
  const request = { ...once.value, body, now, callsOutside: matched.route.contract.callsOutside ?? false };
  const reply = await answeredOnce(edge, request, (once) => matched.route.run({ ...served, once } as never));
  return asOf(caller.version, reply, edge.server);
}

/** A request with an Idempotency-Key may have been answered before: that is asked along with its key. */
function lookUpAnswer({ route }: Matched<Operation>, { method, path, headers }: Incoming, edge: Edge, userId: UserId) {
  const key = idempotencyKeyOf(route.contract, headers['idempotency-key']);
  if (key === undefined) return undefined;
  const name = requestName(userId, method, path, key);
  const seen = edge.kept.find(name, edge.clock.now());
  seen.catch(() => undefined);
  return { name, seen };
}

/** Who the key says it is; what cannot be a key is refused without a read. */
function claimOf(incoming: Incoming, edge: Edge) {
  const sent = readAuthorization(incoming.headers['authorization']);
  if (sent === 'missing') throw refuseKey('missing_api_key', 'Send your API key in the Authorization header.');
  const claim = sent === 'invalid' ? undefined : edge.apiKeys.read(sent.key);
  if (!claim) throw refuseKey('invalid_api_key', 'Invalid API key.');
  return claim;
}

function judge(claim: { readonly digest: string }, key: UserKey | undefined, edge: Edge): UserKey {
  if (!key || !edge.apiKeys.sameDigest(claim.digest, key.digest))
    throw refuseKey('invalid_api_key', 'Invalid API key.');
  return key;
}

const refuseKey = (code: string, message: string) => new Refusal('unauthenticated', [{ code, message }]);

/** Starts the reads of the first round trip; what fails there is thrown where it is awaited, or not at all. */
function startReading(operation: Operation, input: AnyInput, userId: UserId) {
  const ahead = operation.ahead({ ...input, userId } as never);
  for (const reading of Object.values(ahead)) reading.catch(() => undefined);
  return ahead;
}

async function answer(
  operation: Operation,
  served: Served<unknown, unknown, unknown, unknown>,
  server: Server,
): Promise<Reply> {
  return asOf(served.caller.version, await operation.run(served as never), server);
}

const asOf = (version: string, reply: Reply, server: Server): Reply =>
  reply.contentType ? reply : { ...reply, body: answerAsOf(version, releases, reply.body, server) };

type Attempted<Value> = { readonly value: Value } | { readonly error: unknown };

function attempt<Value>(read: () => Value): Attempted<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}
