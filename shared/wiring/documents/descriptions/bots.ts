import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of bots. */
export const BOTS_DESCRIPTIONS: Descriptions = {
  'Bot.status': 'Where the bot is between being queued and its end.',
  'Bot.language': 'The spoken language: a BCP-47 code, `auto` or `multi`.',
  summary_template: 'A built-in slug, or the id of a template of the workspace.',
  'Bot.ended_at': 'When the bot ended: left the call, failed or was cancelled; null until then.',
  'Bot.meeting_id': 'Set from the moment the bot is queued.',
  'Bot.meeting_url': 'Normalized. May contain a passcode: treat it as a secret.',
  'Bot.join_at': 'Null if the bot was sent to join at once.',
  join_at: 'When the bot joins. Null: at once.',
  recording_start: '`on_join`: as soon as the bot joins. `on_command`: when a person in the call asks.',
  recording_mode: 'What the bot records.',
  silence_alert: 'Whether the notetaker posts an alert after a long silence.',
  'Bot.participants': 'The people invited. Meeting rooms and the notetaker itself are left out.',
  summary_language: 'Null to follow the transcription.',
  'Bot.reason': 'Present on a failed bot. Branch on this value, not on `reason_message`.',
  'Bot.reason_message': 'Present on a failed bot: an explanation for people.',
  'Bot.recorder_notes':
    'For people: what is left out of the recording because no recorder offers it, recorders that were passed over, and files that are cut off.',
  'Bot.recording_available_at': 'When the recording first became available.',
  welcome_message: 'Posted in the chat when the bot joins.',
  bot_name: 'The display name in the call.',
};
