import { attendee } from '#shared/capture/recorders/attendee/attendee-recorder';
import type { Fetch } from '#shared/capture/recorders/requests/send-request';
import { attendeeShell, type PythonShell } from './attendee-shell.ts';
import { aHookReceiver } from './hook-receiver.ts';
import type { CallMeans, CallStep, Peer } from './peer.ts';

export interface AttendeeAccess {
  readonly url: string;
  readonly key: string;
  readonly send: Fetch;
  /** The webhook secret of the project, Base64. */
  readonly secret: string | undefined;
  /** A command that ends in `manage.py shell`, in the environment of Attendee. */
  readonly shell: string | undefined;
}

/** Attendee's own API. Its shell makes happen what a bot in a call would report, by the same functions as a bot. */
export async function attendeePeer(access: AttendeeAccess): Promise<Peer> {
  const { url, key, secret, shell } = access;
  const receiver = shell === undefined ? undefined : await aHookReceiver();
  const means = shell === undefined ? undefined : attendeeMeans(attendeeShell(shell), async () => receiver?.close());
  if (receiver) await means?.subscribe(key, receiver.port);
  return {
    name: `Attendee at ${url}`,
    adapter: attendee,
    configuration: { name: 'attendee', baseUrl: url, apiKey: key, webhookSecret: secret ?? null, hookUrl: null },
    means,
    send: access.send,
    createsAt: '/api/v1/bots',
    denied: 'not_admitted',
    hooks: receiver?.hooks,
  };
}

/** The events of Attendee for each step, with their sub types. */
const EVENTS: Readonly<Record<CallStep, readonly (readonly [type: string, subType?: string])[]>> = {
  lobby: [['BOT_PUT_IN_WAITING_ROOM']],
  admitted: [['BOT_JOINED_MEETING'], ['BOT_RECORDING_PERMISSION_GRANTED']],
  denied: [['COULD_NOT_JOIN', 'COULD_NOT_JOIN_MEETING_REQUEST_TO_JOIN_DENIED']],
  crashed: [['FATAL_ERROR', 'FATAL_ERROR_PROCESS_TERMINATED']],
  'meeting ended': [['MEETING_ENDED'], ['POST_PROCESSING_COMPLETED']],
};

function attendeeMeans(shell: PythonShell, closeReceiver: () => Promise<void>): CallMeans & { subscribe: Subscribe } {
  const report = (id: string, [type, subType]: readonly [string, string?]) =>
    shell.run(
      `from bots.models import *
BotEventManager.create_event(bot=Bot.objects.get(object_id=${python(id)}), event_type=BotEventTypes.${type}${
        subType ? `, event_sub_type=BotEventSubTypes.${subType}` : ''
      })`,
    );
  return {
    subscribe: (key, port) =>
      shell.run(`import hashlib
from bots.models import *
project = ApiKey.objects.get(key_hash=hashlib.sha256(${python(key)}.encode()).hexdigest()).project
WebhookSubscription.objects.filter(project=project).delete()
WebhookSubscription.objects.create(project=project, url="http://127.0.0.1:${port}/", triggers=[1])`),
    accepts: () => undefined,
    async happens(id, step) {
      for (const event of EVENTS[step]) await report(id, event);
    },
    leaves: async (id) => {
      for (const type of ['BOT_LEFT_MEETING', 'POST_PROCESSING_COMPLETED']) await report(id, [type]);
    },
    records: (id, media, { speaker, text }) =>
      shell.run(`import base64, time
from django.core.files.base import ContentFile
from bots.models import *
bot = Bot.objects.get(object_id=${python(id)})
recording = Recording.objects.get(bot=bot, is_default_recording=True)
recording.first_buffer_timestamp_ms = int(time.time() * 1000)
recording.file.save(${python(`${id}.mp4`)}, ContentFile(base64.b64decode(${python(Buffer.from(media).toString('base64'))})))
recording.save()
RecordingManager.set_recording_transcription_in_progress(recording)
participant = Participant.objects.create(bot=bot, uuid="u1", full_name=${python(speaker)})
Utterance.objects.create(recording=recording, participant=participant, audio_blob=b"", duration_ms=1500,
    timestamp_ms=recording.first_buffer_timestamp_ms + 500, transcription={"transcript": ${python(text)}, "words": []})`),
    async close() {
      await shell.close();
      await closeReceiver();
    },
  };
}

type Subscribe = (key: string, port: number) => Promise<void>;

/** JSON of a text without surrogates is a text of Python too. */
const python = (text: string): string => JSON.stringify(text);
