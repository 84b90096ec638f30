import type * as v from 'valibot';
import {
  type Fetch,
  isSuccess,
  parseResponse,
  type RecorderRequest,
  type RecorderResponse,
  sendRequest,
} from '#shared/capture/recorders/requests/send-request';
import type { RecorderConfiguration } from '#shared/meetings/recorders/ports';
import { unexpected } from './vexa-errors.ts';
import { VexaMeeting, VexaMeetings, type VexaSegment, VexaTranscript } from './vexa-schemas.ts';

export const RECORDER = 'Vexa';

/** The largest page of `GET /bots`. */
const PAGE_SIZE = 100;

/** The API of Vexa 0.12 (https://docs.vexa.ai). Throws as the recorder port says. */
export interface VexaApi {
  /** Any status is returned. */
  send(method: 'POST' | 'DELETE', path: string, body?: Readonly<Record<string, unknown>>): Promise<RecorderResponse>;
  meeting(id: string): Promise<VexaMeeting | undefined>;
  /** A page of the user's meetings, newest first. */
  meetings(query: { readonly page: number; readonly status?: string; readonly timeoutMs?: number }): Promise<{
    readonly meetings: readonly VexaMeeting[];
    readonly isLast: boolean;
  }>;
  transcript(id: string): Promise<readonly VexaSegment[] | undefined>;
  /** Where the bytes of a media file are, and the headers with the key that they need. */
  media(
    recordingId: number,
    fileId: number,
  ): { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

export function vexaApi({ baseUrl, apiKey }: RecorderConfiguration, fetch: Fetch): VexaApi {
  const headers = { 'x-api-key': apiKey };
  const send: VexaApi['send'] = (method, path, body) =>
    sendRequest(fetch, { url: `${baseUrl}${path}`, method, headers, ...(body && { body }) });

  /** Undefined for 404. */
  const read = async <Body>(
    schema: v.GenericSchema<unknown, Body>,
    path: string,
    limits: Pick<RecorderRequest, 'timeoutMs'> = {},
  ): Promise<Body | undefined> => {
    const response = await sendRequest(fetch, { url: `${baseUrl}${path}`, headers, ...limits });
    if (response.status === 404) return undefined;
    if (!isSuccess(response)) throw unexpected(response);
    return parseResponse(schema, response, RECORDER);
  };

  return {
    send,
    meeting: (id) => read(VexaMeeting, `/meetings/${encodeURIComponent(id)}`),
    async meetings({ page, status, timeoutMs }) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) });
      if (status !== undefined) query.set('status', status);
      const found = await read(VexaMeetings, `/bots?${query}`, timeoutMs === undefined ? {} : { timeoutMs });
      return { meetings: found?.meetings ?? [], isLast: found?.has_more !== true };
    },
    transcript: async (id) => (await read(VexaTranscript, `/transcripts/by-id/${encodeURIComponent(id)}`))?.segments,
    media: (recordingId, fileId) => ({
      url: `${baseUrl}/recordings/${recordingId}/media/${fileId}/raw?type=audio`,
      headers,
    }),
  };
}
