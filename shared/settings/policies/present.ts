import * as v from 'valibot';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import { idText } from '#shared/http/response/wire';
import { EffectiveLayout, presentSources, presentValues, ReachingBody, SourcesBody } from '#shared/settings/present';
import type { DroppedFields } from '#shared/settings/rules/dropped-fields';
import type { Resolved, SettingsLayer } from '#shared/settings/rules/resolve-settings';
import { type ScopeOwner, scopeEntries } from '#shared/settings/rules/settings';

/** What applies to a member or a workspace as such. */
export const PolicyBody = v.strictObject({
  id: v.union([idText('mem'), idText('wks')]),
  object: v.literal('policy'),
  settings: EffectiveLayout,
  sources: SourcesBody,
  assignments: v.array(ReachingBody),
});

interface Policy extends Resolved {
  readonly workspaceId: WorkspaceId;
  readonly workspaceLayers: readonly SettingsLayer[];
  /** For callers of older versions alone: the chain moves it into place or strips it. */
  readonly dropped?: DroppedFields;
  /** Undefined for the workspace's own policy. */
  readonly member: { readonly id: MemberId; readonly layers: readonly SettingsLayer[] } | undefined;
}

export const presentPolicy = ({ workspaceId, member, values, sources, workspaceLayers, dropped = {} }: Policy) => ({
  id: member?.id ?? workspaceId,
  object: 'policy',
  settings: presentValues(values),
  sources: presentSources(sources),
  assignments: [
    ...(member ? presentLayers(member.layers, { type: 'member', id: member.id }, true) : []),
    ...presentLayers(workspaceLayers, { type: 'workspace', id: workspaceId }, member === undefined),
  ],
  legacy: { dropped },
});

const presentLayers = (layers: readonly SettingsLayer[], owner: ScopeOwner, own: boolean) =>
  layers.map(({ assignmentId, settingsId, category }) => ({
    id: assignmentId,
    settings_id: settingsId,
    scope: scopeEntries({ owner, category }),
    own,
  }));
