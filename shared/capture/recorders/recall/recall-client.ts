import * as v from 'valibot';
import { webLink } from '#shared/capture/recorders/requests/open-link';
import {
  isSuccess,
  LOOKUP_TIMEOUT_MS,
  parseResponse,
  type RecorderRequest,
  requireSuccess,
  sendRequest,
} from '#shared/capture/recorders/requests/send-request';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { RecorderConfiguration, RecorderTools, RecordingOrder } from '#shared/meetings/recorders/ports';
import { BOT_ID_KEY, recallOrder } from './recall-order.ts';
import { throwIfTransient } from './recall-refusal.ts';
import { RecallBot, RecallBotPage, RecallError, RecallTimelineFile, RecallTranscriptFile } from './recall-schemas.ts';

export type RecallClient = ReturnType<typeof recallClient>;

const RECORDER = 'Recall.ai';

/** The requests to Recall.ai's API of version 1. Limits: 300 requests a minute for most, 60 to create and to list. */
export function recallClient(
  { baseUrl, apiKey, hookUrl }: Pick<RecorderConfiguration, 'baseUrl' | 'apiKey' | 'hookUrl'>,
  { fetch, clock }: RecorderTools,
) {
  const send = (path: string, request: Omit<RecorderRequest, 'url' | 'headers'>, headers = {}) =>
    sendRequest(fetch, {
      url: `${baseUrl}${path}`,
      ...request,
      headers: { authorization: `Token ${apiKey}`, ...headers },
    });

  /** Of a bot: 404 is undefined, an error that passes throws `RecorderUnreachable`. */
  async function onBot(id: string, path: string, method: NonNullable<RecorderRequest['method']>) {
    const response = await send(`/bot/${encodeURIComponent(id)}/${path}`, { method });
    throwIfTransient(response);
    return response.status === 404 ? undefined : response;
  }

  /** A file of JSON by a signed link, which gets no key of ours. */
  async function file<Content>(schema: v.GenericSchema<unknown, Content>, link: string): Promise<Content> {
    const response = await sendRequest(fetch, { url: webLink(link), headers: {} });
    throwIfTransient(response);
    return parseResponse(schema, requireSuccess(response, RECORDER), RECORDER);
  }

  return {
    /**
     * The response to `POST /bot/`. Recall repeats its response to an idempotency key for an hour, also a 507; so the key
     * has the minute, and the bot id in the metadata finds a bot that an earlier key created.
     */
    create: (order: RecordingOrder) =>
      send(
        '/bot/',
        { method: 'POST', body: recallOrder(order, hookUrl) },
        { 'idempotency-key': `${order.botId}-${Math.floor(clock.now() / MINUTE_MS)}` },
      ),

    /** The bots that were created with our bot id. */
    async withBotId(botId: string): Promise<readonly RecallBot[]> {
      const response = await send(`/bot/?${new URLSearchParams({ [`metadata__${BOT_ID_KEY}`]: botId })}`, {
        timeoutMs: LOOKUP_TIMEOUT_MS,
      });
      throwIfTransient(response);
      return parseResponse(RecallBotPage, requireSuccess(response, RECORDER), RECORDER).results;
    },

    async read(id: string): Promise<RecallBot | undefined> {
      const response = await onBot(id, '', 'GET');
      return response && parseResponse(RecallBot, requireSuccess(response, RECORDER), RECORDER);
    },

    /** A command. Returns the code of the error that it was refused with; undefined when it was done, or the bot is gone. */
    async command(id: string, name: 'leave_call' | 'delete_media'): Promise<string | undefined> {
      const response = await onBot(id, `${name}/`, 'POST');
      if (!response || isSuccess(response)) return undefined;
      const error = v.safeParse(RecallError, response.json);
      return (error.success && error.output.code) || `http_${response.status}`;
    },

    /** Removes a bot that has not started. 405: it has started. */
    async removeScheduled(id: string): Promise<'removed' | 'started'> {
      const response = await onBot(id, '', 'DELETE');
      return response && !isSuccess(response) ? 'started' : 'removed';
    },

    transcriptFile: (link: string) => file(RecallTranscriptFile, link),
    timelineFile: (link: string) => file(RecallTimelineFile, link),
  };
}
