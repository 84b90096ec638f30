import * as v from 'valibot';
import { idText } from '#shared/foundation/http/response/wire';
import {
  EffectiveLayout,
  presentSources,
  presentValues,
  ReachingBody,
  SourcesBody,
} from '#shared/meetings/settings/present';
import type { Policy } from '#shared/meetings/settings/rules/policy';
import type { SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';
import { type ScopeOwner, scopeEntries } from '#shared/meetings/settings/rules/settings';

/** What applies to a member or a workspace as such. */
export const PolicyBody = v.strictObject({
  id: v.union([idText('mem'), idText('wks')]),
  object: v.literal('policy'),
  settings: EffectiveLayout,
  sources: SourcesBody,
  assignments: v.array(ReachingBody),
});

export const presentPolicy = ({ workspaceId, member, values, sources, workspaceLayers, dropped }: Policy) => ({
  id: member?.id ?? workspaceId,
  object: 'policy',
  settings: presentValues(values),
  sources: presentSources(sources),
  assignments: [
    ...(member ? presentLayers(member.layers, { type: 'member', id: member.id }, true) : []),
    ...presentLayers(workspaceLayers, { type: 'workspace', id: workspaceId }, member === undefined),
  ],
  // The version chain moves these into place for callers of older versions, and removes them for the others.
  legacy: { dropped },
});

const presentLayers = (layers: readonly SettingsLayer[], owner: ScopeOwner, own: boolean) =>
  layers.map(({ assignmentId, settingsId, category }) => ({
    id: assignmentId,
    settings_id: settingsId,
    scope: scopeEntries({ owner, category }),
    own,
  }));
