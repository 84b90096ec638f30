import { platformOfHost } from '#shared/foundation/core/platform';
import { objectIn } from '#test/doubles/recorders/hosted-recorder';
import type { RealtimeEndpoint } from './recall-bot.ts';

/** `LanguageCodeC40Enum` of Recall.ai's OpenAPI document. */
const LANGUAGES =
  'auto bg ca cs da de el en en_au en_uk en_us es et fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sv th tr uk vi zh'.split(
    ' ',
  );
const STARTS = ['call_join', 'participant_join', 'participant_speak', 'manual'];

type Body = Readonly<Record<string, unknown>>;

/** What `POST /bot/` finds wrong with a body, by field; undefined where nothing is. */
export function complaintsAbout(body: Body): Readonly<Record<string, readonly string[]>> | undefined {
  const { meeting_url: url, bot_name: name, metadata } = body;
  const start = objectIn(body['recording_config'])['start_recording_on'];
  const complaints = {
    ...(!isMeeting(url) && { meeting_url: ['Enter a valid meeting URL.'] }),
    ...((typeof name !== 'string' || name.length > 100) && { bot_name: ['At most 100 characters.'] }),
    ...(!Object.values(objectIn(metadata)).every((value) => typeof value === 'string') && { metadata: ['No text.'] }),
    ...(!LANGUAGES.includes(languageIn(body)) && { recording_config: ['Not a valid choice.'] }),
    ...(!isModeOf(body) && { recording_config: ['Low latency takes en alone.'] }),
    ...(!endpointsIn(body).every(isEndpoint) && { recording_config: ['Not a valid endpoint.'] }),
    ...(start !== undefined && !STARTS.includes(String(start)) && { recording_config: ['Not a valid choice.'] }),
  };
  return Object.keys(complaints).length === 0 ? undefined : complaints;
}

export function languageIn(body: Body): string {
  const { transcript } = objectIn(body['recording_config']);
  const { recallai_streaming: own } = objectIn(objectIn(transcript)['provider']);
  return String(objectIn(own)['language_code'] ?? 'auto');
}

export const endpointsIn = (body: Body): readonly RealtimeEndpoint[] =>
  (objectIn(body['recording_config'])['realtime_endpoints'] ?? []) as readonly RealtimeEndpoint[];

/** https://docs.recall.ai/docs/recallai-transcription: the quick mode takes English alone. */
function isModeOf(body: Body): boolean {
  const { transcript } = objectIn(body['recording_config']);
  const { recallai_streaming: own } = objectIn(objectIn(transcript)['provider']);
  return objectIn(own)['mode'] !== 'prioritize_low_latency' || languageIn(body) === 'en';
}

const EVENTS = ['transcript.data', 'transcript.partial_data'];
const isEndpoint = ({ type, url, events }: RealtimeEndpoint): boolean =>
  type === 'webhook' && url.startsWith('https://') && events.every((event) => EVENTS.includes(event));

const isMeeting = (url: unknown): boolean =>
  typeof url === 'string' && platformOfHost(URL.parse(url)?.hostname ?? '') !== null;
