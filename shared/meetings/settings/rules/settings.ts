import type { MeetingCategory } from '#shared/accounts/workspaces/rules/workspace';
import type { AssignmentId, MeetingId, MemberId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Json } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';

/** Who gets the summary by mail: the organizer, the members of the workspace on the invite, or everyone on it. */
export const SUMMARY_EMAIL = ['off', 'organizer', 'members', 'participants'] as const;
export type SummaryEmail = (typeof SUMMARY_EMAIL)[number];

/** What can be set, by the dotted path that the API names it by. */
export interface EffectiveValues {
  readonly 'recording.enabled': boolean;
  readonly 'recording.methods.bot.start': 'on_join' | 'on_command';
  readonly 'recording.methods.bot.mode': 'audio_and_video' | 'audio_only';
  readonly 'recording.methods.bot.silence_detection.alert': boolean;
  readonly 'transcription.language': string;
  readonly 'summary.template': string;
  readonly 'summary.language': string;
  readonly 'summary.email': SummaryEmail;
  readonly 'branding.brand_kit_id': string;
  /** Days from the end of a meeting until its media are removed; null keeps them. */
  readonly 'retention.media_days': number | null;
  /** Until its transcript, speakers and summary are removed. */
  readonly 'retention.transcript_days': number | null;
  /** Until the meeting is deleted. */
  readonly 'retention.meeting_days': number | null;
}
export type SettingPath = keyof EffectiveValues;

/** Values of settings; an absent field has none. `inherit` is stored as it was written and sets no value. */
export type SettingValues = {
  readonly [Path in SettingPath]?:
    | EffectiveValues[Path]
    | (Path extends 'recording.methods.bot.mode' ? 'inherit' : never);
};

/** What applies where no settings have a value: docs/limits-and-rules.md#settings-precedence. */
export const SERVICE_DEFAULTS: EffectiveValues = {
  'recording.enabled': false,
  'recording.methods.bot.start': 'on_join',
  'recording.methods.bot.mode': 'audio_and_video',
  'recording.methods.bot.silence_detection.alert': true,
  'transcription.language': 'auto',
  'summary.template': 'general',
  'summary.language': 'same_as_transcript',
  'summary.email': 'off',
  'branding.brand_kit_id': 'none',
  'retention.media_days': null,
  'retention.transcript_days': null,
  'retention.meeting_days': null,
};

export const RETENTION_PATHS = ['retention.media_days', 'retention.transcript_days', 'retention.meeting_days'] as const;

/** A hundred years. */
export const MOST_RETENTION_DAYS = 36_500;

export const SETTING_PATHS = Object.keys(SERVICE_DEFAULTS) as readonly SettingPath[];

/**
 * Policy fields that the API no longer has, by their dotted path, as older integrations wrote them. They are stored for
 * those to read and have no effect.
 */
export type DroppedFields = { readonly [path: string]: Json };

export const DROPPED_PATHS: readonly string[] = [
  'transcription.model',
  'transcription.glossary_ids',
  'access',
  'summary_email',
  'storage',
  'recording.methods.bot.silence_detection.automatic_leave',
  'recording.methods.bot.join_at_scheduled_start',
];

/** Each, as JSON. */
export const DROPPED_MAX_BYTES = 4096;

/** What was sent written over what was kept; null takes it away. */
export const mergeDropped = (kept: DroppedFields, sent: DroppedFields): DroppedFields =>
  Object.fromEntries(Object.entries({ ...kept, ...sent }).filter(([, value]) => value !== null));

/** Values, and the scopes that they are assigned to. */
export interface Settings {
  readonly id: SettingsId;
  readonly workspaceId: WorkspaceId;
  readonly values: SettingValues;
  readonly dropped?: DroppedFields;
  /** At most 100: docs/limits-and-rules.md#sizes. */
  readonly assignments: readonly { readonly id: AssignmentId; readonly scope: Scope }[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Assigned to meetings only: the own settings of those, which the workspace's list leaves out. */
export const isMeetingsOwn = ({ assignments }: Settings): boolean =>
  assignments.length > 0 && assignments.every(({ scope }) => scope.owner.type === 'meeting');

export interface SettingsAssignment {
  readonly id: AssignmentId;
  readonly settingsId: SettingsId;
  readonly workspaceId: WorkspaceId;
  readonly scope: Scope;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The workspace, member or meeting that settings are assigned to, and for which of its meetings. */
export interface Scope {
  readonly owner: ScopeOwner;
  readonly category: MeetingCategory;
}

export type ScopeOwner =
  | { readonly type: 'workspace'; readonly id: WorkspaceId }
  | { readonly type: 'member'; readonly id: MemberId }
  | { readonly type: 'meeting'; readonly id: MeetingId };

/** As the API writes a scope. A category alone is the workspace's, so the workspace is named only without one. */
export function scopeEntries({ owner, category }: Scope): readonly string[] {
  const about = category === 'always' ? [] : [`meetings:${category}`];
  if (owner.type === 'workspace' && about.length > 0) return about;
  return [`${owner.type}:${owner.id}`, ...about];
}
