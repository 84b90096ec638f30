import * as v from 'valibot';
import type { MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import {
  byCloseness,
  type SettingsBlock,
  type SettingsLayer,
  type Source,
} from '#shared/meetings/settings/rules/resolve-settings';
import {
  type Scope,
  SETTING_PATHS,
  type SettingPath,
  type Settings,
  type SettingsAssignment,
  type SettingValues,
  SUMMARY_EMAIL,
  scopeEntries,
} from '#shared/meetings/settings/rules/settings';

const layout = <Wrapped extends (schema: v.GenericSchema) => v.GenericSchema>(
  maybe: Wrapped,
  modes: readonly string[],
) => ({
  recording: v.strictObject({
    enabled: maybe(v.boolean()),
    methods: v.strictObject({
      bot: v.strictObject({
        start: maybe(v.picklist(['on_join', 'on_command'])),
        mode: maybe(v.picklist(modes)),
        silence_detection: v.strictObject({ alert: maybe(v.boolean()) }),
      }),
    }),
  }),
  transcription: v.strictObject({ language: maybe(v.string()) }),
  summary: v.strictObject({
    template: maybe(v.string()),
    language: maybe(v.string()),
    email: maybe(v.picklist(SUMMARY_EMAIL)),
  }),
  branding: v.strictObject({ brand_kit_id: maybe(v.string()) }),
  retention: v.strictObject({
    media_days: v.nullable(v.number()),
    transcript_days: v.nullable(v.number()),
    meeting_days: v.nullable(v.number()),
  }),
});

/** Settings as they were written; null for a field without a value. */
export const SettingsBody = v.strictObject({
  id: idText('set'),
  object: v.literal('settings'),
  name: v.null(),
  ...layout((schema) => v.nullable(schema), ['audio_and_video', 'audio_only', 'inherit']),
  assignments: v.array(v.strictObject({ id: idText('asg'), scope: v.array(v.string()) })),
  workspace_id: idText('wks'),
  created_at: dateTime,
  updated_at: dateTime,
});

export const AssignmentBody = v.strictObject({
  id: idText('asg'),
  object: v.literal('settings_assignment'),
  settings_id: idText('set'),
  workspace_id: idText('wks'),
  scope: v.array(v.string()),
  created_at: dateTime,
  updated_at: dateTime,
});

const SourceBody = v.strictObject({
  assignment_id: v.nullable(idText('asg')),
  reason: v.optional(
    v.picklist([
      'default',
      'declined',
      'no_meeting_url',
      'unsupported_platform',
      'recorded_elsewhere',
      'usage_limit',
      'deployment_maximum',
    ]),
  ),
});

const effective = layout((schema) => schema, ['audio_and_video', 'audio_only']);

/** A value for every field. */
export const EffectiveLayout = v.strictObject(effective);

/** Where each value comes from, by its dotted path. */
export const SourcesBody = v.strictObject(Object.fromEntries(SETTING_PATHS.map((path) => [path, SourceBody])));

/** An assignment, as a policy and a meeting list it. */
export const ReachingBody = v.strictObject({
  id: idText('asg'),
  settings_id: idText('set'),
  scope: v.array(v.string()),
  own: v.boolean(),
});

/** The effective values, with where each comes from and every assignment that applies to the meeting. */
export const SettingsBlockBody = v.strictObject({
  ...effective,
  sources: SourcesBody,
  assignments: v.array(ReachingBody),
});

/** Values in the layout of the API; null for a field without a value. */
export const presentValues = (values: SettingValues) => ({
  recording: {
    enabled: values['recording.enabled'] ?? null,
    methods: {
      bot: {
        start: values['recording.methods.bot.start'] ?? null,
        mode: values['recording.methods.bot.mode'] ?? null,
        silence_detection: { alert: values['recording.methods.bot.silence_detection.alert'] ?? null },
      },
    },
  },
  transcription: { language: values['transcription.language'] ?? null },
  summary: {
    template: values['summary.template'] ?? null,
    language: values['summary.language'] ?? null,
    email: values['summary.email'] ?? null,
  },
  branding: { brand_kit_id: values['branding.brand_kit_id'] ?? null },
  retention: {
    media_days: values['retention.media_days'] ?? null,
    transcript_days: values['retention.transcript_days'] ?? null,
    meeting_days: values['retention.meeting_days'] ?? null,
  },
});

export const presentSettings = (settings: Settings) => ({
  id: settings.id,
  object: 'settings',
  name: null,
  ...presentValues(settings.values),
  assignments: settings.assignments.map(({ id, scope }) => ({ id, scope: scopeEntries(scope) })),
  workspace_id: settings.workspaceId,
  created_at: isoOf(settings.createdAt),
  updated_at: isoOf(settings.updatedAt),
});

export const presentAssignment = (assignment: SettingsAssignment) => ({
  id: assignment.id,
  object: 'settings_assignment',
  settings_id: assignment.settingsId,
  workspace_id: assignment.workspaceId,
  scope: scopeEntries(assignment.scope),
  created_at: isoOf(assignment.createdAt),
  updated_at: isoOf(assignment.updatedAt),
});

interface MeetingSettings {
  readonly id: MeetingId;
  readonly workspaceId: WorkspaceId;
  readonly settings: SettingsBlock;
}

export const presentSettingsBlock = (meeting: MeetingSettings) => ({
  ...presentValues(meeting.settings.values),
  sources: presentSources(meeting.settings.sources),
  assignments: appliedTo(meeting).map(({ layer, scope, own }) => ({
    id: layer.assignmentId,
    settings_id: layer.settingsId,
    scope: scopeEntries(scope),
    own,
  })),
});

export const presentSources = (sources: Readonly<Record<SettingPath, Source>>) =>
  Object.fromEntries(
    SETTING_PATHS.map((path) => {
      const source = sources[path];
      return [
        path,
        source.assignmentId === null
          ? { assignment_id: null, reason: source.reason }
          : { assignment_id: source.assignmentId },
      ];
    }),
  );

interface Applied {
  readonly layer: SettingsLayer;
  readonly scope: Scope;
  readonly own: boolean;
}

/** Every assignment about this meeting, closest first: its own, its members', the workspace's. */
function appliedTo({ id, workspaceId, settings: { layers, external } }: MeetingSettings): readonly Applied[] {
  const of = (some: readonly SettingsLayer[], owner: Scope['owner'], own: boolean): readonly Applied[] =>
    byCloseness(some, { external }).map((layer) => ({ layer, scope: { owner, category: layer.category }, own }));
  return [
    ...of(layers.own, { type: 'meeting', id }, true),
    ...Object.entries(layers.members).flatMap(([member, some]) =>
      of(some, { type: 'member', id: member } as Scope['owner'], false),
    ),
    ...of(layers.workspace, { type: 'workspace', id: workspaceId }, false),
  ];
}
