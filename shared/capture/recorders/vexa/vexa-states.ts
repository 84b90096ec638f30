import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** Where a bot of Vexa stands. `leaving`: it has been asked to leave, and its recording is not certain yet. */
export type VexaStep = 'joining' | 'lobby' | 'recording' | 'leaving' | 'completed' | 'failed';

/** Statuses of a meeting in Vexa 0.12. A bot records from its admission on. */
export const STEP_BY_STATUS: Readonly<Record<string, VexaStep>> = {
  idle: 'joining',
  scheduled: 'joining',
  requested: 'joining',
  joining: 'joining',
  awaiting_admission: 'lobby',
  // A person has to act in the browser of the bot: a captcha, a sign-in.
  needs_help: 'lobby',
  active: 'recording',
  stopping: 'leaving',
  completed: 'completed',
  failed: 'failed',
};

interface NamedFailure {
  readonly failure: RecorderFailure;
  /** The sentence for people. */
  readonly detail: string;
}

/** Completion reasons of Vexa 0.12, for a bot that has no recording. */
export const FAILURE_BY_REASON: Readonly<Record<string, NamedFailure>> = {
  stopped: { failure: 'not_admitted', detail: 'The bot was asked to leave before it recorded.' },
  left_alone: { failure: 'not_admitted', detail: 'The bot was left alone before it recorded.' },
  startup_alone: { failure: 'not_admitted', detail: 'The bot was alone in the call for too long.' },
  evicted: { failure: 'not_admitted', detail: 'The bot was removed from the call before it recorded.' },
  awaiting_admission_timeout: { failure: 'not_admitted', detail: 'The bot waited too long in the lobby.' },
  awaiting_admission_rejected: { failure: 'not_admitted', detail: 'The request to join was denied.' },
  max_bot_time_exceeded: { failure: 'no_media', detail: 'The bot reached its longest duration without a recording.' },
  validation_error: { failure: 'invalid_link', detail: 'Vexa could not use the meeting link.' },
  join_failure: { failure: 'blocked', detail: 'The bot could not join the call.' },
  auth_session_missing: { failure: 'blocked', detail: 'The platform asked the bot to sign in.' },
};

/** Codes of Vexa are lower-case words; any other text is not passed on. */
export const isCode = (text: string | null | undefined): text is string => /^[a-z_]{1,80}$/.test(text ?? '');
