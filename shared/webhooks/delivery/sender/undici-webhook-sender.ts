import type { Dispatcher } from 'undici';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { AttemptFailure } from './attempt-failure.ts';
import { ConnectionPool } from './connection-pool.ts';
import { Deadline } from './deadline.ts';
import { type Destination, type DestinationRules, findDestination } from './destination.ts';
import { type Post, ReceiverConnection, type TlsTrust } from './receiver-connection.ts';
import { readBeginning, storedBody, storedHeaders } from './stored-response.ts';

interface Options extends DestinationRules {
  /** The timeout from the DNS look-up to the status line of the response. */
  readonly deadlineMs?: number;
  /** The timeout of the response body after the status line. Only the beginning of the body is stored. */
  readonly bodyMs?: number;
  /** Certificate authorities to trust instead of the platform's, for receivers in tests. */
  readonly tls?: TlsTrust;
}

const OWN_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Rapporteur-Webhooks/1.0',
  'accept-encoding': 'identity',
};

/** Sends webhooks with undici, to public addresses only. Redirects are not followed, and a response is stored as inert text. */
export function undiciWebhookSender({ deadlineMs = 10_000, bodyMs = 1_000, tls = {}, ...rules }: Options) {
  const pool = new ConnectionPool();

  async function send({ url, headers, body }: WebhookRequest): Promise<WebhookOutcome> {
    const startedAt = performance.now();
    const deadline = new Deadline(deadlineMs);
    try {
      const destination = await deadline.over(findDestination(url, rules, deadline.signal));
      const post = { path: destination.path, headers: { ...headers, ...OWN_HEADERS }, body };
      const { connection, response } = await exchange(destination, post, deadline);
      const durationMs = Math.round(performance.now() - startedAt);
      return { durationMs, ...(await outcomeOf(connection, response)) };
    } catch (failure) {
      if (!(failure instanceof AttemptFailure)) throw failure;
      return { durationMs: Math.round(performance.now() - startedAt), ...withoutResponse(failure) };
    } finally {
      deadline.end();
    }
  }

  async function exchange(destination: Destination, post: Post, deadline: Deadline) {
    const idle = pool.acquire(destination);
    return (idle && (await exchangeOverIdle(idle, post, deadline))) ?? exchangeOverNew(destination, post, deadline);
  }

  /**
   * Undefined when the receiver had closed the idle connection, which is no failed attempt: the request is sent over a
   * new one. A receiver that did read the first request receives the same id twice.
   */
  async function exchangeOverIdle(connection: ReceiverConnection, post: Post, deadline: Deadline) {
    deadline.awaiting = 'timeout_response';
    try {
      return await postWithin(deadline, connection, post);
    } catch (failure) {
      if (failure instanceof AttemptFailure && failure.error === 'connection_reset') return undefined;
      throw failure;
    }
  }

  function exchangeOverNew(destination: Destination, post: Post, deadline: Deadline) {
    deadline.awaiting = 'timeout_connect';
    const connection = new ReceiverConnection(destination, tls, () => {
      deadline.awaiting = 'timeout_response';
    });
    return postWithin(deadline, connection, post);
  }

  async function postWithin(deadline: Deadline, connection: ReceiverConnection, post: Post) {
    try {
      const response = await deadline.over(connection.post(post), (reason) => connection.destroy(reason));
      return { connection, response };
    } catch (failure) {
      connection.destroy();
      throw failure;
    }
  }

  async function outcomeOf(connection: ReceiverConnection, { statusCode, headers, body }: Dispatcher.ResponseData) {
    const { bytes, complete } = await readBeginning(body, bodyMs);
    if (complete) pool.release(connection);
    else connection.destroy();
    return {
      responseStatus: statusCode,
      responseHeaders: storedHeaders(headers),
      responseBody: storedBody(bytes),
      error: statusCode >= 300 && statusCode <= 399 ? ('redirect' as const) : null,
    };
  }

  return { send, close: () => pool.close() } satisfies WebhookSender & { close(): void };
}

const withoutResponse = ({ error, responseStatus }: AttemptFailure) => ({
  responseStatus,
  responseHeaders: {},
  responseBody: null,
  error,
});
