import * as v from 'valibot';
import { GraphEvent } from '#shared/calendars/microsoft/graph-answers';

type Changes = Readonly<Record<string, unknown>>;

const utc = (dateTime: string) => ({ dateTime: `${dateTime}.0000000`, timeZone: 'UTC' });

/** A meeting that stands alone, as Graph documents it; what is set to undefined is left out. */
export const graphJson = (changes: Changes = {}): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify({
      '@odata.type': '#microsoft.graph.event',
      '@odata.etag': 'W/"ZlnW4RIAV06KYYwlrfNZvQAAKGWwbw=="',
      id: 'AAMkAGI1AAA=',
      type: 'singleInstance',
      seriesMasterId: null,
      iCalUId: '040000008200E00074C5B7101A82E00800000000',
      uid: '040000008200E00074C5B7101A82E00800000000',
      subject: 'Roadmap',
      bodyPreview: '',
      body: { contentType: 'text', content: 'See you' },
      start: utc('2026-11-23T09:00:00'),
      end: utc('2026-11-23T09:45:00'),
      isAllDay: false,
      isCancelled: false,
      sensitivity: 'normal',
      location: { displayName: 'Room 1', locationType: 'default' },
      onlineMeeting: null,
      onlineMeetingUrl: null,
      organizer: { emailAddress: { name: 'Ada', address: 'ada@example.com' } },
      attendees: [],
      responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
      ...changes,
    }),
  ) as Record<string, unknown>;

export const aSingle = (changes: Changes = {}): GraphEvent => v.parse(GraphEvent, graphJson(changes));

/** A series, with the times of its first occurrence. */
export const masterJson = (changes: Changes = {}) =>
  graphJson({
    id: 'M1',
    type: 'seriesMaster',
    uid: 'series-uid',
    iCalUId: 'series-uid',
    subject: 'Stand-up',
    ...changes,
  });

/** All that a delta says of an occurrence. */
export const sparseJson = (day: number, changes: Changes = {}): Record<string, unknown> => ({
  '@odata.type': '#microsoft.graph.event',
  id: `O${day}`,
  seriesMasterId: 'M1',
  type: 'occurrence',
  start: utc(`2026-11-${day}T09:00:00`),
  end: utc(`2026-11-${day}T09:15:00`),
  ...changes,
});

/** An occurrence that differs from its series: told whole. */
export const exceptionJson = (changes: Changes = {}) =>
  graphJson({
    id: 'E1',
    type: 'exception',
    seriesMasterId: 'M1',
    uid: undefined,
    iCalUId: 'of-this-occurrence-alone',
    originalStart: '2026-11-24T09:00:00Z',
    start: utc('2026-11-24T15:00:00'),
    end: utc('2026-11-24T15:15:00'),
    subject: 'Stand-up, later',
    ...changes,
  });

export const event = (json: unknown): GraphEvent => v.parse(GraphEvent, json);
