import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** Where a bot of Attendee stands. `leaving`: it has left or is about to, and its recording is not certain yet. */
export type AttendeeStep =
  | 'joining'
  | 'lobby'
  | 'in_call_idle'
  | 'recording'
  | 'paused'
  | 'leaving'
  | 'ended'
  | 'fatal'
  | 'deleted';

/** States of Attendee 1.64 (https://docs.attendee.dev/guides/basics). */
export const STEP_BY_STATE: Readonly<Record<string, AttendeeStep>> = {
  ready: 'joining',
  scheduled: 'joining',
  staged: 'joining',
  joining: 'joining',
  waiting_room: 'lobby',
  joined_not_recording: 'in_call_idle',
  joined_recording_permission_denied: 'in_call_idle',
  joining_breakout_room: 'in_call_idle',
  leaving_breakout_room: 'in_call_idle',
  joined_recording: 'recording',
  joined_recording_paused: 'paused',
  leaving: 'leaving',
  post_processing: 'leaving',
  ended: 'ended',
  fatal_error: 'fatal',
  data_deleted: 'deleted',
};

export interface NamedFailure {
  readonly failure: RecorderFailure;
  /** The sentence for people. */
  readonly detail: string;
}

const invalidLink = (detail: string): NamedFailure => ({ failure: 'invalid_link', detail });
const notAdmitted = (detail: string): NamedFailure => ({ failure: 'not_admitted', detail });
const blocked = (detail: string): NamedFailure => ({ failure: 'blocked', detail });
const crashed = (detail: string): NamedFailure => ({ failure: 'crashed', detail });

/** Sub types of `fatal_error` and `could_not_join_meeting`, which end a bot in the state `fatal_error`. */
export const FAILURE_BY_SUB_TYPE: Readonly<Record<string, NamedFailure>> = {
  meeting_not_found: invalidLink('The meeting was not found.'),
  unable_to_connect_to_meeting: invalidLink('The bot could not connect; the passcode in the link may be wrong.'),
  waiting_room_timeout_exceeded: notAdmitted('The bot waited too long in the lobby.'),
  request_to_join_denied: notAdmitted('The request to join was denied.'),
  meeting_not_started_waiting_for_host: notAdmitted('The host did not start the meeting.'),
  process_terminated: crashed("The bot's process was terminated."),
  heartbeat_timeout: crashed('The bot stopped responding.'),
  // Every page that it does not know ends so, and a tenant chooses the page: a call that refuses it, captions in a language
  // that the platform does not offer.
  ui_element_not_found: blocked("The bot did not recognize the platform's page."),
  bot_not_launched: crashed('The bot was never launched.'),
  blocked_by_captcha: blocked('The platform asked for a captcha.'),
  login_required: blocked('The platform asked the bot to sign in.'),
  bot_login_attempt_failed: blocked('The bot could not sign in.'),
  zoom_authorization_failed: blocked('Zoom refused the credentials of the recorder.'),
  zoom_meeting_status_failed: blocked('Zoom reported that the bot could not join.'),
  // Of one call as well: Zoom's SDK names no cause.
  zoom_sdk_internal_error: blocked("Zoom's SDK failed."),
  zoom_app_cannot_join_anonymously: blocked("The recorder's Zoom app may not join this meeting anonymously."),
  unpublished_zoom_app: blocked(
    "The recorder's Zoom app is not published, and joins meetings of its own account only.",
  ),
  authorized_user_not_in_meeting_timeout_exceeded: blocked('The Zoom user whom the bot acts for did not join.'),
  rtmp_connection_failed: crashed("The bot's stream could not be sent."),
  out_of_credits: crashed('The recorder has run out of credits.'),
  attendee_internal_error: crashed('Attendee had an internal error.'),
  global_runtime_timeout: crashed('The bot exceeded the longest runtime of the recorder.'),
};

/**
 * Why a bot that ended in good order has no recording: the sub type of its last `recording_permission_denied`, else that
 * of `leave_requested`.
 */
export const NOT_RECORDED_BY_SUB_TYPE: Readonly<Record<string, string>> = {
  host_denied_permission: 'The host denied the permission to record.',
  request_timed_out: 'The request for the permission to record was not answered.',
  host_client_cannot_grant_permission: "The host's client cannot grant the permission to record.",
  webinar_attendee_needs_panelist_promotion: 'The bot joined a webinar as an attendee, who may not record.',
  user_requested: 'The bot was asked to leave before it recorded.',
  auto_leave_silence: 'The call was silent for too long before it was recorded.',
  auto_leave_only_participant_in_meeting: 'The bot was alone in the call for too long.',
  auto_leave_max_uptime_exceeded: 'The bot reached its longest duration before it recorded.',
  auto_leave_could_not_enable_closed_captions: 'The bot could not enable captions.',
};

/** Codes of Attendee are lower-case words; any other text is not passed on. */
export const isCode = (text: string | null | undefined): text is string => /^[a-z_]{1,80}$/.test(text ?? '');
