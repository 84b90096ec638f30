import { webLink } from '#shared/capture/recorders/requests/open-link';
import {
  isSuccess,
  LOOKUP_TIMEOUT_MS,
  parseResponse,
  type RecorderRequest,
  requireSuccess,
  sendRequest,
} from '#shared/capture/recorders/requests/send-request';
import { parsedJson } from '#shared/foundation/core/json';
import {
  type RecorderConfiguration,
  type RecorderTools,
  RecorderUnreachable,
  type RecordingOrder,
} from '#shared/meetings/recorders/ports';
import { BOT_ID_KEY, mbaasOrder } from './mbaas-order.ts';
import { errorIn, throwIfTransient } from './mbaas-refusal.ts';
import { type MbaasBot, MbaasDetails, MbaasPage, MbaasTranscriptFile, MbaasTurn } from './mbaas-schemas.ts';

export type MbaasClient = ReturnType<typeof mbaasClient>;

const RECORDER = 'Meeting BaaS';
/** A command in a status that does not permit it. */
const WRONG_STATUS = 'FST_ERR_BOT_STATUS';

type Configuration = Pick<RecorderConfiguration, 'baseUrl' | 'apiKey' | 'hookUrl'>;

/** The requests to version 2 of Meeting BaaS. Writes are limited by the plan (5, 10 or 20 a second); reads are not. */
export function mbaasClient({ baseUrl, apiKey, hookUrl }: Configuration, { fetch }: RecorderTools) {
  const send = (path: string, request: Omit<RecorderRequest, 'url' | 'headers'>) =>
    sendRequest(fetch, { url: `${baseUrl}${path}`, ...request, headers: { 'x-meeting-baas-api-key': apiKey } });

  return {
    create: (order: RecordingOrder) => send('/v2/bots', { method: 'POST', body: mbaasOrder(order, { hookUrl }) }),

    /** The ids of the bots that were created with our bot id, and whether each is over. */
    async withBotId(botId: string): Promise<readonly Pick<MbaasBot, 'bot_id' | 'status'>[]> {
      const response = await send(`/v2/bots?${new URLSearchParams({ extra: `${BOT_ID_KEY}:${botId}` })}`, {
        timeoutMs: LOOKUP_TIMEOUT_MS,
      });
      throwIfTransient(response);
      return parseResponse(MbaasPage, requireSuccess(response, RECORDER), RECORDER).data;
    },

    async read(id: string): Promise<MbaasBot | undefined> {
      const response = await send(pathOf(id), {});
      throwIfTransient(response);
      return response.status === 404
        ? undefined
        : parseResponse(MbaasDetails, requireSuccess(response, RECORDER), RECORDER).data;
    },

    /** Takes the bot out of the call, or off the queue. One that has left already, and one that is gone, are fine. */
    async leave(id: string): Promise<void> {
      const response = await send(`${pathOf(id)}/leave`, { method: 'POST' });
      throwIfTransient(response);
      if (isSuccess(response) || response.status === 404 || errorIn(response).nativeCode === WRONG_STATUS) return;
      requireSuccess(response, RECORDER);
    },

    /** Deletes recording and transcript, at the transcription service too. Only a bot that is over has any. */
    async deleteData(id: string): Promise<void> {
      const response = await send(`${pathOf(id)}/delete-data?delete_from_provider=true`, { method: 'DELETE' });
      throwIfTransient(response);
      if (isSuccess(response) || response.status === 404) return;
      const { nativeCode } = errorIn(response);
      if (nativeCode === WRONG_STATUS)
        throw new RecorderUnreachable(`${RECORDER} kept the data (${nativeCode}).`, 'final');
      requireSuccess(response, RECORDER);
    },

    /** A file of JSON by a signed link, which gets no key of ours. */
    async transcriptFile(link: string): Promise<MbaasTranscriptFile> {
      const response = await sendRequest(fetch, { url: webLink(link), headers: {} });
      throwIfTransient(response);
      return parseResponse(MbaasTranscriptFile, requireSuccess(response, RECORDER), RECORDER);
    },

    /** A file with a JSON object in each line, by a signed link. */
    async diarizationFile(link: string): Promise<readonly MbaasTurn[]> {
      const response = await sendRequest(fetch, { url: webLink(link), headers: {} });
      throwIfTransient(response);
      return requireSuccess(response, RECORDER)
        .text.split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => parseResponse(MbaasTurn, { json: parsedJson(line) }, RECORDER));
    },
  };
}

const pathOf = (id: string): string => `/v2/bots/${encodeURIComponent(id)}`;
