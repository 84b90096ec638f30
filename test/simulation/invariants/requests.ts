import { SECOND_MS } from '#shared/foundation/core/time';
import { believes, type Received } from '#test/support/event-path/receiver';
import type { KnownEndpoint } from '../ledger.ts';
import type { History, Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/** A signature may be this old when it arrives. */
const FRESH_MS = 5 * SECOND_MS;
/** An invocation that had begun when an endpoint was deleted. */
const LAST_SEND_MS = 20 * SECOND_MS;

/** I8 and I9, as receivers saw it. */
export const ofRequests = ({ ledger, histories }: Outcome): readonly string[] => [
  ...ledger.endpoints.flatMap(atOneReceiver),
  ...histories.flatMap(underOneId),
];

function atOneReceiver({ receiver, secrets, workspaceId, deletedAt }: KnownEndpoint): readonly string[] {
  const { received } = receiver;
  return [
    ...unless(
      received.every(({ at, timestamp }) => at - timestamp * SECOND_MS <= FRESH_MS + SECOND_MS),
      'I8: a timestamp is older than five seconds',
    ),
    ...unless(
      received.every((one) => secrets.some((secret) => isGenuine(secret, one))),
      'I8: a signature does not verify',
    ),
    ...unless(
      received.every(({ body }) => body.includes(`"workspace_id":"${workspaceId}"`)),
      'I9: an event of another workspace',
    ),
    ...unless(
      received.every(({ at }) => deletedAt === undefined || at <= deletedAt + LAST_SEND_MS),
      'I9: something was sent to an endpoint after its deletion',
    ),
  ];
}

function isGenuine(secret: string, received: Received): boolean {
  const { ours, plain, standard } = believes(secret, received);
  return ours === 'genuine' && plain && standard;
}

function underOneId({ delivery, endpoint, received }: History): readonly string[] {
  return [
    ...unless(new Set(received.map(({ body }) => body)).size <= 1, 'I8: two bodies under one id'),
    ...unless(
      received.every((one) => endpoint?.receiver.received.includes(one)),
      `I9: ${delivery.type} came to a receiver it was not for`,
    ),
  ];
}
