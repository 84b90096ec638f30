import { type Instant, isoOf } from '#shared/foundation/core/time';

/** Events of Attendee and the states they lead from and to (`BotEventManager` in Attendee 1.64). */
const IN_CALL = [
  'joined_recording_paused',
  'joined_recording',
  'joined_not_recording',
  'joined_recording_permission_denied',
];
const ROOMS = ['joining_breakout_room', 'leaving_breakout_room'];
export const TRANSITIONS = {
  join_requested: [['ready', 'staged'], 'joining'],
  could_not_join_meeting: [['joining', 'waiting_room'], 'fatal_error'],
  fatal_error: [['joining', 'waiting_room', ...IN_CALL, ...ROOMS, 'leaving', 'post_processing'], 'fatal_error'],
  put_in_waiting_room: [['joining'], 'waiting_room'],
  joined_meeting: [['waiting_room', 'joining'], 'joined_not_recording'],
  recording_permission_granted: [['joined_not_recording', 'joined_recording_permission_denied'], 'joined_recording'],
  recording_permission_denied: [IN_CALL, 'joined_recording_permission_denied'],
  recording_paused: [['joined_recording'], 'joined_recording_paused'],
  recording_resumed: [['joined_recording_paused'], 'joined_recording'],
  meeting_ended: [[...IN_CALL, ...ROOMS, 'waiting_room', 'joining', 'leaving'], 'post_processing'],
  leave_requested: [[...IN_CALL, ...ROOMS, 'waiting_room', 'joining'], 'leaving'],
  left_meeting: [['leaving'], 'post_processing'],
  post_processing_completed: [['post_processing'], 'ended'],
  data_deleted: [['fatal_error', 'ended'], 'data_deleted'],
} as const satisfies Record<string, readonly [readonly string[], string]>;
export type EventType = keyof typeof TRANSITIONS;

export interface StoredBot {
  readonly id: string;
  readonly key: string | null;
  readonly order: Readonly<Record<string, unknown>>;
  state: string;
  readonly events: { type: string; created_at: string; sub_type?: string }[];
  recordingState: string;
  transcriptionState: string;
  /** The recorded file, once it is uploaded. */
  file: Uint8Array | undefined;
  startTimestampMs: number | null;
  utterances: readonly unknown[];
  participantEvents: readonly ParticipantEvent[];
}

export interface ParticipantEvent {
  readonly id: string;
  readonly participant_name: string;
  readonly participant_uuid: string;
  readonly participant_user_uuid: null;
  readonly participant_is_host: boolean;
  readonly event_type: 'join' | 'leave' | 'speech_start' | 'speech_stop';
  readonly event_data: object;
  readonly timestamp_ms: number;
}

/** Events of speech are recorded where the order asks for them, and joins always. */
export const recordsSpeech = ({ order }: StoredBot): boolean =>
  (order['recording_settings'] as Record<string, unknown> | undefined)?.[
    'record_participant_speech_start_stop_events'
  ] === true;

export const TERMINAL = ['ended', 'fatal_error', 'data_deleted'];

export const presentBot = (bot: StoredBot) => ({
  id: bot.id,
  metadata: bot.order['metadata'] ?? null,
  meeting_url: bot.order['meeting_url'],
  state: bot.state,
  events: bot.events,
  transcription_state: bot.transcriptionState,
  recording_state: bot.recordingState,
  join_at: null,
  deduplication_key: bot.key,
});

/** One event, where the state allows it. */
export function advance(bot: StoredBot, type: EventType, at: Instant, subType?: string): boolean {
  const [from, to] = TRANSITIONS[type];
  if (!(from as readonly string[]).includes(bot.state)) return false;
  bot.state = to;
  // With the microseconds that Attendee has; a sub type that is null is left out.
  bot.events.push({ type, created_at: isoOf(at).replace('Z', '123Z'), ...(subType && { sub_type: subType }) });
  if (type === 'recording_permission_granted') bot.recordingState = 'in_progress';
  if (type === 'post_processing_completed' && bot.recordingState === 'in_progress') bot.recordingState = 'complete';
  if (type === 'data_deleted') {
    bot.file = undefined;
    bot.utterances = [];
  }
  return true;
}
