import { type Meeting, peopleOf } from '#shared/meetings/rules/meeting';
import type { Layer, Source } from '#shared/settings/rules/resolve-settings';
import { type EffectiveValues, SETTING_PATHS, type SettingPath } from '#shared/settings/rules/setting-values';
import { builtInTemplate } from '#shared/summaries/rules/templates';

interface SaidSetting {
  readonly name: string;
  readonly value: string;
  /** Who chose it, or why nobody did. */
  readonly why: string;
}

/** How a meeting is recorded, one setting after the other, each with where it comes from. */
export const settingsIn = (meeting: Meeting): readonly SaidSetting[] =>
  SETTING_PATHS.map((path) => ({
    name: NAMES[path],
    value: saidValue(path, meeting.settings.values),
    why: reasonFor(meeting, meeting.settings.sources[path]),
  }));

const NAMES: Readonly<Record<SettingPath, string>> = {
  'recording.enabled': 'Is recorded',
  'recording.methods.bot.start': 'Recording begins',
  'recording.methods.bot.mode': 'What is recorded',
  'recording.methods.bot.silence_detection.alert': 'Notetaker speaks up after a long silence',
  'transcription.language': 'Language spoken',
  'summary.template': 'Kind of summary',
  'summary.language': 'Language of the summary',
  'branding.brand_kit_id': 'Brand kit',
};

function saidValue(path: SettingPath, values: EffectiveValues): string {
  const value = values[path];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (path === 'summary.template') return builtInTemplate(value)?.title ?? `A template of the workspace (${value})`;
  return WORDS[value] ?? (path.endsWith('language') ? languageOf(value) : value);
}

const WORDS: Readonly<Record<string, string>> = {
  on_join: 'As soon as the notetaker joins',
  on_command: 'When somebody in the call asks for it',
  audio_and_video: 'Sound and picture',
  audio_only: 'Sound alone',
  auto: 'Told from what is heard',
  multi: 'Several',
  same_as_transcript: 'That of the transcript',
  none: 'None',
};

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export function languageOf(tag: string): string {
  try {
    return LANGUAGES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

const REASONS = {
  default: 'Nobody chose: this is what applies then',
  declined: 'Every member on it declined',
  no_meeting_url: 'It has no link to join by',
  unsupported_platform: 'Its link is not one of Zoom, Google Meet or Microsoft Teams',
} as const;

function reasonFor(meeting: Meeting, source: Source): string {
  if (source.assignmentId === null) return REASONS[source.reason];
  const { own, workspace, members } = meeting.settings.layers;
  const isIt = ({ assignmentId }: Layer) => assignmentId === source.assignmentId;
  if (own.some(isIt)) return 'Chosen for this meeting';
  const [member] = Object.entries(members).find(([, layers]) => layers.some(isIt)) ?? [];
  if (member !== undefined) return `Chosen for ${personWith(meeting, member)}`;
  const layer = workspace.find(isIt);
  if (!layer) return 'Chosen by settings that were removed since';
  return layer.category === 'always'
    ? 'Chosen for the workspace'
    : `Chosen for ${layer.category} meetings of the workspace`;
}

function personWith(meeting: Meeting, member: string): string {
  const people = [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)];
  const person = people.find(({ memberId }) => memberId === member);
  return person?.name ?? person?.email ?? 'a member';
}
