import type * as v from 'valibot';
import {
  isSuccess,
  LOOKUP_TIMEOUT_MS,
  parseResponse,
  type RecorderRequest,
  type RecorderResponse,
  sendRequest,
} from '#shared/capture/recorders/requests/send-request';
import { parseUrl } from '#shared/foundation/core/url';
import type { RecorderConfiguration, RecorderTools } from '#shared/meetings/recorders/ports';
import { unexpected } from './attendee-errors.ts';
import {
  AttendeeBot,
  AttendeeBots,
  type AttendeeParticipantEvent,
  AttendeeParticipantEvents,
  AttendeeRecording,
  AttendeeTranscript,
  type AttendeeUtterance,
} from './attendee-schemas.ts';

export const RECORDER = 'Attendee';

/** The API of Attendee 1.64 (https://docs.attendee.dev/api-reference). Throws as the recorder port says. */
export interface AttendeeApi {
  /** Any status is returned. */
  send(method: 'POST', path: string, body: Readonly<Record<string, unknown>>): Promise<RecorderResponse>;
  /** `leave` or `delete_data`. Any status is returned. */
  command(id: string, name: 'leave' | 'delete_data'): Promise<RecorderResponse>;
  bot(id: string): Promise<AttendeeBot | undefined>;
  /** The first 25 with a deduplication key, oldest first, ended ones included. */
  botsWithKey(key: string): Promise<readonly AttendeeBot[]>;
  recording(id: string): Promise<AttendeeRecording | undefined>;
  transcript(id: string): Promise<readonly AttendeeUtterance[]>;
  /** What participants did, oldest first: the first 10,000 events. */
  participantEvents(id: string): Promise<readonly AttendeeParticipantEvent[]>;
}

/** Pages of 25 events. People who talk for four hours begin and end about 5,000 times. */
const MOST_EVENT_PAGES = 400;

export function attendeeApi({ baseUrl, apiKey }: RecorderConfiguration, fetch: RecorderTools['fetch']): AttendeeApi {
  const request = (
    method: 'GET' | 'POST',
    path: string,
    body?: Readonly<Record<string, unknown>>,
    limits: Pick<RecorderRequest, 'timeoutMs'> = {},
  ) =>
    sendRequest(fetch, {
      url: `${baseUrl}/api/v1${path}`,
      method,
      headers: { authorization: `Token ${apiKey}` },
      ...(body && { body }),
      ...limits,
    });

  /** Undefined for 404. */
  const read = async <Body>(
    schema: v.GenericSchema<unknown, Body>,
    path: string,
    limits?: Pick<RecorderRequest, 'timeoutMs'>,
  ): Promise<Body | undefined> => {
    const response = await request('GET', path, undefined, limits);
    if (response.status === 404) return undefined;
    if (!isSuccess(response)) throw unexpected(response);
    return parseResponse(schema, response, RECORDER);
  };
  const at = (id: string, part = '') => `/bots/${encodeURIComponent(id)}${part}`;

  return {
    send: request,
    command: (id, name) => request('POST', at(id, `/${name}`), {}),
    bot: (id) => read(AttendeeBot, at(id)),
    async botsWithKey(key) {
      const path = `/bots?${new URLSearchParams({ deduplication_key: key })}`;
      return (await read(AttendeeBots, path, { timeoutMs: LOOKUP_TIMEOUT_MS }))?.results ?? [];
    },
    recording: (id) => read(AttendeeRecording, at(id, '/recording')),
    transcript: async (id) => (await read(AttendeeTranscript, at(id, '/transcript'))) ?? [],
    async participantEvents(id) {
      const events: AttendeeParticipantEvent[] = [];
      let query: string | undefined = '';
      for (let page = 0; query !== undefined && page < MOST_EVENT_PAGES; page += 1) {
        const body: v.InferOutput<typeof AttendeeParticipantEvents> | undefined = await read(
          AttendeeParticipantEvents,
          at(id, `/participant_events${query}`),
        );
        events.push(...(body?.results ?? []));
        query = nextQuery(body?.next);
      }
      return events;
    },
  };
}

/** The cursor alone is taken from the link to the next page: the API key is sent nowhere else. */
function nextQuery(next: string | null | undefined): string | undefined {
  const cursor = next ? parseUrl(next)?.searchParams.get('cursor') : undefined;
  return cursor ? `?${new URLSearchParams({ cursor })}` : undefined;
}
