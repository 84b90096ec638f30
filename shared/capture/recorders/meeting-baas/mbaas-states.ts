import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** Where a bot of Meeting BaaS stands. `leaving`: it has left, and its artifacts are not complete yet. */
export type MbaasState = 'joining' | 'lobby' | 'in_call_idle' | 'recording' | 'paused' | 'leaving' | 'over';

/**
 * Statuses (https://docs.meetingbaas.com/api-v2/webhooks, and the types of its SDK). Those from `api_request_stop` on say
 * why a recording is about to fail; `failed` follows them, so they end nothing. A status that is not here is `joining`
 * before the bot has joined, and `in_call_idle` after.
 */
export const STATE_BY_STATUS: Readonly<Record<string, MbaasState>> = {
  queued: 'joining',
  pickup_delayed: 'joining',
  retrying: 'joining',
  joining_call: 'joining',
  in_waiting_room: 'lobby',
  in_waiting_for_host: 'lobby',
  in_call_not_recording: 'in_call_idle',
  in_call_recording: 'recording',
  recording_resumed: 'recording',
  recording_paused: 'paused',
  call_ended: 'leaving',
  recording_succeeded: 'leaving',
  awaiting_reconciliation: 'leaving',
  transcribing: 'leaving',
  completed: 'over',
  transcription_failed: 'over',
  failed: 'over',
  api_request_stop: 'in_call_idle',
  bot_rejected: 'lobby',
  bot_removed: 'in_call_idle',
  bot_removed_too_early: 'in_call_idle',
  waiting_room_timeout: 'lobby',
  invalid_meeting_url: 'joining',
  meeting_error: 'in_call_idle',
  recording_failed: 'in_call_idle',
  MEET_LOGIN_UNAVAILABLE: 'joining',
  MEET_LOGIN_REQUIRED: 'joining',
  MEET_LOGIN_FAILED_SAML_REJECTED: 'joining',
  MEET_LOGIN_FAILED_TIMEOUT: 'joining',
};

/** Error codes (https://docs.meetingbaas.com/api-v2/error-codes), for a bot that has no recording. */
export const FAILURE_BY_CODE: Readonly<Record<string, RecorderFailure>> = {
  INVALID_MEETING_URL: 'invalid_link',
  INVALID_MEETING_PLATFORM: 'invalid_link',
  CANNOT_JOIN_MEETING: 'invalid_link',
  MEETING_ENDED_PREMATURELY: 'not_admitted',
  BOT_NOT_ACCEPTED: 'not_admitted',
  TIMEOUT_WAITING_TO_START: 'not_admitted',
  WAITING_FOR_HOST_TIMEOUT: 'not_admitted',
  BOT_REMOVED_TOO_EARLY: 'not_admitted',
  EXITING_MEETING_BEFORE_RECORD: 'not_admitted',
  RECORDING_RIGHTS_NOT_GRANTED: 'not_admitted',
  CANNOT_REQUEST_RECORDING_RIGHT: 'not_admitted',
  HOST_CLIENT_CANNOT_GRANT_PERMISSION: 'not_admitted',
  RECORDING_START_TIMEOUT: 'not_admitted',
  NO_ATTENDEES: 'not_admitted',
  // Normal ends: with a recording they end the bot, without one nothing was recorded.
  BOT_REMOVED: 'not_admitted',
  API_REQUEST: 'not_admitted',
  NO_SPEAKER: 'no_media',
  RECORDING_TIMEOUT: 'no_media',
  TRANSCRIPTION_FAILED: 'no_media',
  OOM_KILLED: 'crashed',
  SIGTERM: 'crashed',
  FORCE_KILLED: 'crashed',
  INTERNAL_ERROR: 'crashed',
  INSUFFICIENT_TOKENS: 'crashed',
  DAILY_BOT_CAP_REACHED: 'crashed',
};

/** Codes about a platform: a sign-in wall, or credentials that lack. */
const OF_THE_PLATFORM = /^(MEET|ZOOM|TEAMS)_|LOGIN|CAPTCHA/;

/** What an error code means. One that is not known is `unexplained`, unless it is about a platform. */
export const failureByCode = (code: string): RecorderFailure =>
  FAILURE_BY_CODE[code] ?? (OF_THE_PLATFORM.test(code) ? 'blocked' : 'unexplained');
