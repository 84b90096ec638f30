import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import type { SettingsLayer, Source } from '#shared/meetings/settings/rules/resolve-settings';
import { type EffectiveValues, SETTING_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';
import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { languageName } from '../language-name.ts';

interface SettingRow {
  readonly name: string;
  readonly value: string;
  /** The setting that the value comes from, or why a default applies. */
  readonly source: string;
}

/** The effective settings of a meeting, each with its source. */
export const settingRows = (meeting: Meeting): readonly SettingRow[] =>
  SETTING_PATHS.map((path) => ({
    name: NAMES[path],
    value: valueLabel(path, meeting.settings.values),
    source: sourceLabel(meeting, meeting.settings.sources[path]),
  }));

const NAMES: Readonly<Record<SettingPath, string>> = {
  'recording.enabled': 'Recording enabled',
  'recording.methods.bot.start': 'Recording start',
  'recording.methods.bot.mode': 'Recording mode',
  'recording.methods.bot.silence_detection.alert': 'Silence alert',
  'transcription.language': 'Transcription language',
  'summary.template': 'Summary template',
  'summary.language': 'Summary language',
  'summary.email': 'Summary email',
  'branding.brand_kit_id': 'Brand kit',
  'retention.media_days': 'Audio and video are kept',
  'retention.transcript_days': 'Transcript and summary are kept',
  'retention.meeting_days': 'Meeting is kept',
};

function valueLabel(path: SettingPath, values: EffectiveValues): string {
  const value = values[path];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null) return 'Until it is deleted';
  if (typeof value === 'number') return value === 1 ? '1 day' : `${value} days`;
  if (path === 'summary.template') return builtInTemplate(value)?.title ?? `Workspace template (${value})`;
  return LABELS[value] ?? (path.endsWith('language') ? languageName(value) : value);
}

const LABELS: Readonly<Record<string, string>> = {
  on_join: 'When the notetaker joins',
  on_command: 'On a command in the call',
  audio_and_video: 'Audio and video',
  audio_only: 'Audio only',
  auto: 'Detected automatically',
  multi: 'Multiple languages',
  same_as_transcript: 'Same as the transcript',
  none: 'None',
  off: 'Off',
  organizer: 'To the organizer',
  members: 'To members of the workspace',
  participants: 'To all participants',
};

const REASONS = {
  default: 'Default',
  declined: 'All members declined',
  no_meeting_url: 'No meeting link',
  unsupported_platform: 'Not a link of Zoom, Google Meet or Microsoft Teams',
  recorded_elsewhere: 'Recorded by the bot of another meeting in the same call',
  deployment_maximum: 'Maximum of this deployment',
  usage_limit: 'The usage limit of the workspace is reached',
} as const;

/** The setting that a value comes from, or why a default applies. */
export function sourceLabel(meeting: Meeting, source: Source): string {
  if (source.assignmentId === null) return REASONS[source.reason];
  const { own, workspace, members } = meeting.settings.layers;
  const isIt = ({ assignmentId }: SettingsLayer) => assignmentId === source.assignmentId;
  if (own.some(isIt)) return 'Set for this meeting';
  const [member] = Object.entries(members).find(([, layers]) => layers.some(isIt)) ?? [];
  if (member !== undefined) return `Set for ${nameOf(meeting, member)}`;
  const layer = workspace.find(isIt);
  if (!layer) return 'Settings that were removed';
  return layer.category === 'always' ? 'Workspace settings' : `Workspace settings for ${layer.category} meetings`;
}

function nameOf(meeting: Meeting, member: string): string {
  const people = [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)];
  const person = people.find(({ memberId }) => memberId === member);
  return person?.name ?? person?.email ?? 'a member';
}
