import { isoOf, later } from '#shared/foundation/core/time';
import type { RecorderTools } from '#shared/meetings/recorders/ports';
import { type AttendeeServer, anAttendee } from '#test/doubles/recorders/attendee/an-attendee';
import type { HostedRecorder } from '#test/doubles/recorders/hosted-recorder';
import { aMeetingBaas } from '#test/doubles/recorders/meeting-baas/a-meeting-baas';
import { aRecall } from '#test/doubles/recorders/recall/a-recall';
import { aVexa, type VexaServer } from '#test/doubles/recorders/vexa/a-vexa';
import type { PlayedRecorder, Wire } from './a-bot-on-the-wire.ts';

const onLoopback: RecorderTools['fetch'] = (request) => fetch(request);

const rangesIn = (server: AttendeeServer | VexaServer) =>
  server.requests
    .filter(({ headers }) => headers['range'] !== undefined)
    .map(({ headers }) => [headers['range'] ?? null, headers['if-range'] ?? null] as const);

/** Its bots have webhooks of their own, at the address that the order names. */
export async function playedAttendee({ clock, transport, hookUrl }: Wire): Promise<PlayedRecorder> {
  // Bots without webhooks of their own would use those of the project.
  const server = await anAttendee({ clock, transport, projectHooks: [hookUrl] });
  const bot = () => theOnly(server.bots);
  const happen = (...types: readonly Parameters<AttendeeServer['happens']>[1][]) => {
    for (const type of types) server.happens(bot().id, type);
  };
  return {
    ...server,
    kind: 'attendee',
    baseUrl: server.origin,
    apiKey: server.key,
    fetch: onLoopback,
    admit() {
      happen('put_in_waiting_room', 'joined_meeting', 'recording_permission_granted');
      bot().startTimestampMs = clock.now();
    },
    say(text) {
      const said = { speaker_name: 'Ada', speaker_uuid: 'u1', timestamp_ms: clock.now() + 1_000, duration_ms: 900 };
      server.says(bot().id, { ...said, transcription: { transcript: text } });
    },
    end(file) {
      happen('meeting_ended');
      server.uploads(bot().id, file);
      bot().transcriptionState = 'complete';
      bot().utterances = [
        {
          ...{ speaker_name: 'Ada', speaker_uuid: 'u1', timestamp_ms: clock.now(), duration_ms: 900 },
          transcription: { transcript: 'Hello.' },
        },
      ];
      happen('post_processing_completed');
    },
    replaceFile: (file) => server.uploads(bot().id, file),
    expireLink: () => server.strikes({ on: 'media', fault: 'expired' }),
    cutSecondRange() {
      server.strikes({ on: 'media', fault: 'none' });
      server.strikes({ on: 'media', fault: 'cut halfway' });
    },
    ranges: () => rangesIn(server),
    close: server.close,
  };
}

/** Every type of webhook is switched on for the account. */
export async function playedVexa({ clock, transport, hookUrl }: Wire): Promise<PlayedRecorder> {
  const server = await aVexa({ clock, transport });
  const types = ['meeting.started', 'meeting.status_change', 'meeting.completed', 'bot.failed'];
  await fetch(`${server.origin}/user/webhook`, {
    method: 'PUT',
    headers: { 'x-api-key': server.key },
    body: JSON.stringify({
      webhook_url: hookUrl,
      webhook_secret: server.webhookSecret,
      webhook_events: Object.fromEntries(types.map((type) => [type, true])),
    }),
  });
  const meeting = () => theOnly(server.meetings);
  const happen = (...steps: readonly string[]) => {
    for (const step of steps) server.happens(String(meeting().id), step);
  };
  const upload = (file: Uint8Array) => server.uploads(String(meeting().id), file, { isLast: true });
  return {
    ...server,
    kind: 'vexa',
    baseUrl: server.origin,
    apiKey: server.key,
    fetch: onLoopback,
    admit: () => happen('joining', 'awaiting_admission', 'active'),
    say(text) {
      const said = { speaker: 'Ada', language: 'en' };
      meeting().segments = [
        { ...said, text, start: 1, end: 2, completed: true },
        { ...said, text: 'And', start: 3, end: 4, completed: false },
      ];
    },
    end(file) {
      upload(file);
      meeting().segments = [{ speaker: 'Ada', text: 'Hello.', start: 0, end: 1, language: 'en', completed: true }];
      happen('completed');
    },
    replaceFile: upload,
    expireLink: () => undefined,
    cutSecondRange() {
      server.strikes({ on: 'media', fault: 'none' });
      server.strikes({ on: 'media', fault: 'cut halfway' });
    },
    ranges: () => rangesIn(server),
    close: server.close,
  };
}

export async function playedRecall({ clock, transport, hookUrl }: Wire): Promise<PlayedRecorder> {
  const server = aRecall({ clock, transport, endpoints: [hookUrl] });
  const wordsOf = (text: string) =>
    text.split(' ').map((word, at) => ({
      text: word,
      start_timestamp: { relative: 1 + at / 2, absolute: isoOf(later(clock.now(), 1_000 + at * 500)) },
      end_timestamp: { relative: 1.4 + at / 2, absolute: isoOf(later(clock.now(), 1_400 + at * 500)) },
    }));
  const utterance = (text: string) => ({
    words: wordsOf(text),
    language_code: 'en',
    participant: { id: 1, name: 'Ada', is_host: true, platform: 'unknown', extra_data: {}, email: null },
  });
  return {
    ...hosted('recall', server, [
      { participant: { id: 1, name: 'Ada' }, words: [{ text: 'Hello.', start_timestamp: { relative: 0 } }] },
    ]),
    say(text) {
      const { id } = theOnly(server.bots);
      server.says(id, 'transcript.partial_data', utterance(text.split(' ').slice(0, 1).join(' ')));
      server.says(id, 'transcript.data', utterance(text));
    },
  };
}

export const playedMeetingBaas = async ({ clock, transport, hookUrl }: Wire): Promise<PlayedRecorder> =>
  hosted('meeting_baas', aMeetingBaas({ clock, transport, endpoints: [hookUrl] }), {
    result: { utterances: [{ text: 'Hello.', start: 0, end: 1, speaker: 'Ada', words: [] }] },
  });

/** A recorder that is a service: its API is in this process, its webhooks come over the wire. */
function hosted(kind: 'recall' | 'meeting_baas', server: HostedRecorder, transcript: unknown): PlayedRecorder {
  const bot = () => theOnly(server.bots);
  return {
    ...server,
    kind,
    fetch: server.fetch,
    admit() {
      for (const code of ['joining_call', 'in_waiting_room', 'in_call_recording']) server.report(bot().id, code);
    },
    end: (file) => server.finish(bot().id, { video: file, audio: null, transcript }),
    replaceFile: (file) => server.replaceVideo(bot().id, file),
    expireLink: () => server.strikeMedia('expired'),
    cutSecondRange: () => server.strikeMedia('none', 'cut halfway'),
    ranges: () =>
      server.requests
        .filter(({ headers }) => headers.has('range'))
        .map(({ headers }) => [headers.get('range'), headers.get('if-range')] as const),
    close: server.hooks.settled,
  };
}

function theOnly<Value>(values: readonly Value[]): Value {
  const [only, ...more] = values;
  if (only === undefined || more.length > 0) throw new Error(`There are ${values.length} bots instead of one.`);
  return only;
}
