import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** Where a bot of Recall.ai stands. `leaving`: it has left, and its media are not certain yet. */
export type RecallState = 'joining' | 'lobby' | 'in_call_idle' | 'recording' | 'leaving' | 'done' | 'fatal';

/**
 * Status codes (https://docs.recall.ai/docs/bot-status-change-events), with those of before 2025. A code that is not
 * here changes nothing: Recall adds some without notice, and those of breakout rooms say nothing of the recording.
 */
export const STATE_BY_CODE: Readonly<Record<string, RecallState>> = {
  ready: 'joining',
  joining_call: 'joining',
  in_waiting_room: 'lobby',
  in_call_not_recording: 'in_call_idle',
  // It may record from here on; `in_call_recording` says that it does.
  recording_permission_allowed: 'in_call_idle',
  recording_permission_denied: 'in_call_idle',
  in_call_recording: 'recording',
  call_ended: 'leaving',
  recording_done: 'leaving',
  done: 'done',
  analysis_done: 'done',
  analysis_failed: 'done',
  media_expired: 'done',
  fatal: 'fatal',
};

/** Sub codes of `fatal` (https://docs.recall.ai/docs/sub-codes), for a bot that has no recording. */
export const FAILURE_BY_FATAL: Readonly<Record<string, RecorderFailure>> = {
  meeting_not_found: 'invalid_link',
  meeting_link_expired: 'invalid_link',
  meeting_link_invalid: 'invalid_link',
  meeting_password_incorrect: 'invalid_link',
  meeting_ended: 'invalid_link',
  zoom_invalid_webinar_invite: 'invalid_link',
  meeting_not_started: 'not_admitted',
  meeting_locked: 'not_admitted',
  meeting_full: 'not_admitted',
  google_meet_bot_blocked: 'not_admitted',
  google_meet_knocking_disabled: 'not_admitted',
  google_meet_meeting_room_not_ready: 'not_admitted',
  google_meet_permission_denied_breakout: 'not_admitted',
  zoom_meeting_host_inactive: 'not_admitted',
  microsoft_teams_event_not_started_for_external: 'not_admitted',
  bot_errored: 'crashed',
  failed_to_launch_in_time: 'crashed',
};

/** Codes about a platform, or about one call: a sign-in wall, a captcha, missing credentials. */
const OF_THE_PLATFORM = /^(zoom|google_meet|microsoft_teams|webex|goto|slack|meeting)_/;

/** What a sub code of `fatal` means. One that is not known is `unexplained`, unless it is about a platform. */
export const failureByFatal = (code: string): RecorderFailure =>
  FAILURE_BY_FATAL[code] ?? (OF_THE_PLATFORM.test(code) ? 'blocked' : 'unexplained');

/** Sub codes of `call_ended` that say why a bot never recorded. Every other one is `not_admitted` too. */
export const REASON_BY_CALL_ENDED: Readonly<Record<string, string>> = {
  call_ended_by_host: 'The host ended the call before it was recorded.',
  call_ended_by_platform_idle: 'The platform ended the call, which was idle, before it was recorded.',
  call_ended_by_platform_max_length: 'The platform ended the call at its longest duration before it was recorded.',
  call_ended_by_platform_waiting_room_timeout: 'The platform ended the wait in the lobby.',
  timeout_exceeded_waiting_room: 'The bot waited too long in the lobby.',
  timeout_exceeded_noone_joined: 'The bot was alone in the call for too long.',
  timeout_exceeded_everyone_left: 'Everyone else left before the call was recorded.',
  timeout_exceeded_silence_detected: 'The call was silent for too long before it was recorded.',
  timeout_exceeded_only_bots_detected_using_participant_names: 'Only other bots were in the call.',
  timeout_exceeded_only_bots_detected_using_participant_events: 'Only other bots were in the call.',
  timeout_exceeded_in_call_not_recording: 'The bot was in the call, and the recording was never started.',
  timeout_exceeded_recording_permission_denied: 'The permission to record was denied.',
  timeout_exceeded_max_duration: 'The bot reached its longest duration before the call was recorded.',
  bot_kicked_from_call: 'The bot was removed from the call before it recorded.',
  bot_kicked_from_waiting_room: 'The bot was removed from the lobby.',
  bot_received_leave_call: 'The bot was asked to leave before it recorded.',
};
