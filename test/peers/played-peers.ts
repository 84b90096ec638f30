import { attendee } from '#shared/capture/recorders/attendee/attendee-recorder';
import { vexa } from '#shared/capture/recorders/vexa/vexa-recorder';
import type { Instant } from '#shared/foundation/core/time';
import { anAttendee } from '#test/doubles/recorders/attendee/an-attendee';
import { aVexa } from '#test/doubles/recorders/vexa/a-vexa';
import type { CallStep, Peer } from './peer.ts';

const clock = { now: () => Date.now() as Instant };
const configuration = (baseUrl: string, apiKey: string) => ({
  name: 'played',
  baseUrl,
  apiKey,
  webhookSecret: null,
  hookUrl: null,
});

/** The servers of this repository that play Attendee and Vexa: the same checks hold them to the real ones. */
export async function playedPeers(): Promise<readonly Peer[]> {
  return [await playedAttendee(), await playedVexa()];
}

type AttendeeEvent = Parameters<Awaited<ReturnType<typeof anAttendee>>['happens']>;

async function playedAttendee(): Promise<Peer> {
  const server = await anAttendee({ clock });
  const events: Readonly<Record<CallStep, readonly (readonly [AttendeeEvent[1], string?])[]>> = {
    lobby: [['put_in_waiting_room']],
    admitted: [['joined_meeting'], ['recording_permission_granted']],
    denied: [['could_not_join_meeting', 'request_to_join_denied']],
    crashed: [['fatal_error', 'process_terminated']],
    'meeting ended': [['meeting_ended'], ['post_processing_completed']],
  };
  return {
    name: 'Attendee, played',
    adapter: attendee,
    configuration: configuration(server.origin, server.key),
    send: (request) => fetch(request),
    createsAt: '/api/v1/bots',
    denied: 'not_admitted',
    hooks: undefined,
    means: {
      accepts: () => undefined,
      async happens(id, step) {
        for (const [type, subType] of events[step]) server.happens(id, type, subType);
      },
      async leaves(id) {
        for (const type of ['left_meeting', 'post_processing_completed'] as const) server.happens(id, type);
      },
      async records(id, media, { speaker, text }) {
        server.uploads(id, media);
        const bot = server.bots.find((one) => one.id === id);
        if (!bot) throw new Error(`There is no bot ${id}.`);
        bot.transcriptionState = 'complete';
        bot.startTimestampMs = clock.now();
        bot.utterances = [
          {
            speaker_name: speaker,
            speaker_uuid: 'u1',
            timestamp_ms: clock.now(),
            duration_ms: 900,
            transcription: { transcript: text },
          },
        ];
      },
      close: server.close,
    },
  };
}

async function playedVexa(): Promise<Peer> {
  const server = await aVexa({ clock });
  const steps: Readonly<Record<CallStep, readonly (readonly [string, string?])[]>> = {
    lobby: [['joining'], ['awaiting_admission']],
    admitted: [['active']],
    denied: [['failed', 'awaiting_admission_rejected']],
    crashed: [['joining'], ['failed', 'join_failure']],
    'meeting ended': [['completed', 'left_alone']],
  };
  return {
    name: 'Vexa, played',
    adapter: vexa,
    configuration: configuration(server.origin, server.key),
    send: (request) => fetch(request),
    createsAt: '/bots',
    denied: 'not_admitted',
    hooks: undefined,
    means: {
      accepts: () => undefined,
      async happens(id, step) {
        for (const [to, reason] of steps[step]) server.happens(id, to, reason === undefined ? {} : { reason });
      },
      leaves: async (id) => server.happens(id, 'failed', { reason: 'stopped' }),
      async records(id, media, { speaker, text }) {
        server.uploads(id, media, { isLast: true });
        const meeting = server.meetings.find((one) => String(one.id) === id);
        if (meeting) meeting.segments = [{ speaker, text, start: 0.5, end: 2, language: 'en', completed: true }];
      },
      close: server.close,
    },
  };
}
