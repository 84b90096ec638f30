import type { Dispatcher } from 'undici';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { AttemptFailure } from './attempt-failure.ts';
import { Deadline } from './deadline.ts';
import { type Destination, type DestinationRules, findDestination } from './destination.ts';
import { KeptConnections } from './kept-connections.ts';
import { type Post, ReceiverConnection, type TlsTrust } from './receiver-connection.ts';
import { readBeginning, storedBody, storedHeaders } from './stored-answer.ts';

interface Options extends DestinationRules {
  /** From the look-up of the name to the status line: "any 2xx within 10 seconds". */
  readonly deadlineMs?: number;
  /** How long the body of an answer may take after its status, of which only the beginning is wanted. */
  readonly bodyMs?: number;
  /** Authorities to trust instead of the platform's, for receivers of one's own in tests. */
  readonly tls?: TlsTrust;
}

const OWN_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Rapporteur-Webhooks/1.0',
  'accept-encoding': 'identity',
};

/** Sends to judged addresses alone, follows nothing, and treats whatever comes back as inert. */
export function undiciWebhookSender({ deadlineMs = 10_000, bodyMs = 1_000, tls = {}, ...rules }: Options) {
  const kept = new KeptConnections();

  async function send({ url, headers, body }: WebhookRequest): Promise<WebhookOutcome> {
    const startedAt = performance.now();
    const deadline = new Deadline(deadlineMs);
    try {
      const destination = await deadline.over(findDestination(url, rules, deadline.signal));
      const post = { path: destination.path, headers: { ...headers, ...OWN_HEADERS }, body };
      const { connection, response } = await exchange(destination, post, deadline);
      const durationMs = Math.round(performance.now() - startedAt);
      return { durationMs, ...(await answerOf(connection, response)) };
    } catch (failure) {
      if (!(failure instanceof AttemptFailure)) throw failure;
      return { durationMs: Math.round(performance.now() - startedAt), ...noAnswer(failure) };
    } finally {
      deadline.end();
    }
  }

  async function exchange(destination: Destination, post: Post, deadline: Deadline) {
    const old = kept.take(destination);
    return (old && (await exchangeOverKept(old, post, deadline))) ?? exchangeOverNew(destination, post, deadline);
  }

  /**
   * Undefined when the receiver had hung up before we wrote, as after a pause of this process: that is no failure
   * of theirs. Should they have read the request all the same, they see the same id twice.
   */
  async function exchangeOverKept(connection: ReceiverConnection, post: Post, deadline: Deadline) {
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

  async function answerOf(connection: ReceiverConnection, { statusCode, headers, body }: Dispatcher.ResponseData) {
    const { bytes, complete } = await readBeginning(body, bodyMs);
    if (complete) kept.keep(connection);
    else connection.destroy();
    return {
      responseStatus: statusCode,
      responseHeaders: storedHeaders(headers),
      responseBody: storedBody(bytes),
      error: statusCode >= 300 && statusCode <= 399 ? ('redirect' as const) : null,
    };
  }

  return { send, close: () => kept.close() } satisfies WebhookSender & { close(): void };
}

const noAnswer = ({ error, responseStatus }: AttemptFailure) => ({
  responseStatus,
  responseHeaders: {},
  responseBody: null,
  error,
});
