import { createHash } from 'node:crypto';
import { TypeID } from 'typeid-js';
import {
  type DeliveryId,
  type IdMaker,
  type IdPrefix,
  type IdsByPrefix,
  idOf,
  type MembershipId,
  type OrderId,
  type OutboxId,
  type UserId,
  type WebhookEndpointId,
  type WorkspaceId,
} from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

interface Needs {
  readonly now: () => Instant;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Within one millisecond a counter of 12 bits keeps the order; its first value leaves room to count up. */
const COUNTER_END = 0x1000;

/** Ids in the layout of UUIDv7: those of one maker never go back, even where the clock does. */
export function typeIds({ now, randomBytes }: Needs): IdMaker {
  let last = { at: -1, counter: 0 };
  const moment = (random: Uint8Array) => {
    const at: number = now();
    if (at > last.at) return { at, counter: bitsOf(random.subarray(0, 2)) & 0x7ff };
    return last.counter + 1 < COUNTER_END
      ? { at: last.at, counter: last.counter + 1 }
      : { at: last.at + 1, counter: 0 };
  };

  return {
    make(prefix) {
      const random = randomBytes(10);
      last = moment(random);
      const tail = random.slice(2);
      tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
      const versionAndCounter = [0x70 | (last.counter >> 8), last.counter & 0xff];
      return idFrom(prefix, Uint8Array.from([...sixBytesOf(last.at), ...versionAndCounter, ...tail]));
    },
  };
}

/**
 * The id of one event on its way to one subscriber, an endpoint or an order. It follows from the two, so that working out the receivers may run
 * twice; its first 48 bits are the event's milliseconds, so that deliveries sort as their events do.
 */
export function deliveryIdFor(
  outboxId: OutboxId,
  subscriber: WebhookEndpointId | OrderId,
  createdAt: Instant,
): DeliveryId {
  const hash = createHash('sha256').update(`${outboxId} ${subscriber}`).digest();
  return idFrom('evt', Uint8Array.from([...sixBytesOf(createdAt), ...hash.subarray(0, 10)]));
}

/**
 * The id of a membership that was made before they had ids. It follows from the role, so that giving it one may run twice,
 * and sorts by the moment the role was given.
 */
export function membershipIdFor({ userId, workspaceId, createdAt }: OlderRole): MembershipId {
  const hash = createHash('sha256').update(`${userId} ${workspaceId}`).digest();
  return idFrom('mbr', Uint8Array.from([...sixBytesOf(createdAt), ...hash.subarray(0, 10)]));
}

interface OlderRole {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly createdAt: Instant;
}

/** The id of one redelivery of a bulk request. It follows from the two, so that a repeated step requests nothing twice. */
export const redeliveryIdFor = (bulk: OutboxId, delivery: DeliveryId): OutboxId => outboxIdAfter(bulk, delivery);

/** The id of the job that looks for erased people in an event: one for the event, however often it is fanned out late. */
export const lateEventIdFor = (event: OutboxId): OutboxId => outboxIdAfter(event, 'late');

/** Of the same moment, and the same each time. */
function outboxIdAfter(id: OutboxId, what: string): OutboxId {
  const hash = createHash('sha256').update(`${id} ${what}`).digest();
  const moment = TypeID.fromString(id).toUUIDBytes().subarray(0, 6);
  return idFrom('out', Uint8Array.from([...moment, ...hash.subarray(0, 10)]));
}

function idFrom<Prefix extends IdPrefix>(prefix: Prefix, bytes: Uint8Array): IdsByPrefix[Prefix] {
  const id = idOf(prefix, TypeID.fromUUIDBytes(prefix, bytes).toString());
  if (id === undefined) throw new Error(`The bytes for a new ${prefix} id make no id.`);
  return id;
}

function sixBytesOf(milliseconds: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(milliseconds, 0, 6);
  return bytes;
}

/** At most six bytes: more would not fit a number. */
const bitsOf = (bytes: Uint8Array): number => Buffer.from(bytes).readUIntBE(0, bytes.length);
