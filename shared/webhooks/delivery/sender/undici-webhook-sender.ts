import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports';
import { AttemptFailure, Deadline } from './attempt-failure.ts';
import { ConnectionPool } from './connection-pool.ts';
import { type Destination, type DestinationRules, destinationOf, publicAddresses } from './destination.ts';
import type { ReceiverResponse } from './exchange.ts';
import { type Post, ReceiverConnection, type TlsTrust } from './receiver-connection.ts';
import { remembered } from './remembered.ts';
import { storedBody, storedHeaders } from './stored-response.ts';

interface Options extends DestinationRules {
  /** The timeout from the DNS look-up to the status line of the response. */
  readonly deadlineMs?: number;
  /** The timeout of the response body after the status line. Only the beginning of the body is stored. */
  readonly bodyMs?: number;
  /** Certificate authorities to trust instead of the platform's, for receivers in tests. */
  readonly tls?: TlsTrust;
}

const SERVICE_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Rapporteur-Webhooks/1.0',
  'accept-encoding': 'identity',
};

/** Sends webhooks with undici, to public addresses only. Redirects are not followed, and a response is stored as inert text. */
export function undiciWebhookSender({ deadlineMs = 10_000, bodyMs = 1_000, tls = {}, ...rules }: Options) {
  const pool = new ConnectionPool();
  const destinationAt = remembered((url: string) => destinationOf(url, rules));

  async function send({ url, headers, body }: WebhookRequest): Promise<WebhookOutcome> {
    const startedAt = performance.now();
    const deadline = new Deadline(deadlineMs);
    let durationMs: number | undefined;
    const ended = () => {
      durationMs ??= Math.round(performance.now() - startedAt);
      return durationMs;
    };
    const onStatus = () => {
      deadline.end();
      ended();
    };
    try {
      const post = { headers: { ...headers, ...SERVICE_HEADERS }, body, bodyMs, onStatus };
      const response = await exchange(destinationAt(url), post, deadline);
      return { durationMs: ended(), ...outcomeOf(response) };
    } catch (failure) {
      if (!(failure instanceof AttemptFailure)) throw failure;
      return { durationMs: ended(), ...withoutResponse(failure) };
    } finally {
      deadline.end();
    }
  }

  /** Posts over an idle connection or a new one, and once more over a new one where that ended without a response. */
  async function exchange(destination: Destination, post: Omit<Post, 'path'>, deadline: Deadline) {
    const idle = pool.acquire(destination.origin);
    if (idle) deadline.awaiting = 'timeout_response';
    const first = idle ?? (await connectionTo(destination, deadline));
    const request = { ...post, path: destination.path };
    try {
      return await postOver(first, request, deadline);
    } catch (failure) {
      if (!isWorthAnotherConnection(failure, first)) throw failure;
    }
    return postOver(await connectionTo(destination, deadline), request, deadline);
  }

  async function connectionTo(destination: Destination, deadline: Deadline): Promise<ReceiverConnection> {
    deadline.awaiting = 'timeout_connect';
    const lookedUpAt = performance.now();
    const asking = new AbortController();
    const addresses = await deadline.over(publicAddresses(destination, rules, asking.signal), (reason) =>
      asking.abort(reason),
    );
    return new ReceiverConnection({
      ...{ destination, addresses, lookedUpAt, trust: tls },
      onConnected: () => {
        deadline.awaiting = 'timeout_response';
      },
      onClosed: (connection) => pool.remove(connection),
    });
  }

  async function postOver(connection: ReceiverConnection, post: Post, deadline: Deadline): Promise<ReceiverResponse> {
    try {
      const response = await deadline.over(connection.post(post), (reason) => connection.destroy(reason));
      if (response.complete) pool.release(connection);
      else connection.destroy();
      return response;
    } catch (failure) {
      connection.destroy();
      throw failure;
    }
  }

  return { send, close: () => pool.close() } satisfies WebhookSender & { close(): void };
}

/**
 * The receiver refused the connection, or closed it before the first byte of a response, as servers do with idle
 * connections and in a restart. A receiver that did read the first request receives the same id twice.
 */
const isWorthAnotherConnection = (failure: unknown, { hasResponded }: ReceiverConnection): boolean =>
  failure instanceof AttemptFailure &&
  (failure.error === 'connection_refused' || failure.error === 'connection_reset') &&
  !hasResponded;

const outcomeOf = ({ statusCode, headers, body }: ReceiverResponse) => ({
  responseStatus: statusCode,
  responseHeaders: storedHeaders(headers),
  responseBody: storedBody(body),
  error: statusCode >= 300 && statusCode <= 399 ? ('redirect' as const) : null,
});

const withoutResponse = ({ error, responseStatus }: AttemptFailure) => ({
  responseStatus,
  responseHeaders: {},
  responseBody: null,
  error,
});
