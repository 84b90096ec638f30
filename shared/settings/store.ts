import * as v from 'valibot';
import { type BrandKitId, idOf } from '#shared/core/ids';
import { isJsonObject } from '#shared/core/json';
import type { Loaded, Saved } from '#shared/core/store';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { kitChooserKey, listOf, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { category, id, instant } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { Table, Write } from '#shared/dynamodb/table';
import type { SettingsStore } from '#shared/events/ports/stores';
import { SettingValuesRow } from '#shared/settings/row';
import type { DroppedChoices } from '#shared/settings/rules/dropped-choices';
import type { Settings, SettingsAssignment } from '#shared/settings/rules/settings';

const scope = v.object({
  owner: v.variant('type', [
    v.object({ type: v.literal('workspace'), id: id('wks') }),
    v.object({ type: v.literal('member'), id: id('mem') }),
    v.object({ type: v.literal('meeting'), id: id('mtg') }),
  ]),
  category,
});

const SettingsRow: v.GenericSchema<unknown, Settings> = v.object({
  id: id('set'),
  workspaceId: id('wks'),
  values: SettingValuesRow,
  // By reference: customers may call a key in it anything.
  dropped: v.exactOptional(v.custom<DroppedChoices>(isJsonObject)),
  assignments: v.array(v.object({ id: id('asg'), scope })),
  createdAt: instant,
  updatedAt: instant,
});

const AssignmentRow: v.GenericSchema<unknown, SettingsAssignment> = v.object({
  id: id('asg'),
  settingsId: id('set'),
  workspaceId: id('wks'),
  scope,
  createdAt: instant,
  updatedAt: instant,
});

export const settingsStore = (table: Table): SettingsStore => ({
  find: async (settings) => loaded(SettingsRow, await table.get(resourceKey(settings))),

  async page(workspace, request) {
    const keys = await pageOfKeys(table, { index: 'list', partition: listOf.settings(workspace) }, request);
    return rowsOf(table, keys, SettingsRow);
  },

  findAssignment: async (assignment) => loaded(AssignmentRow, await table.get(resourceKey(assignment))),

  async assignments(workspace, settings, request) {
    const partition = listOf.assignments(workspace);
    const keep = (item: { readonly find?: Readonly<Record<string, unknown>> }) => item.find?.['set'] === settings;
    const keys = await pageOfKeys(table, { index: 'list', partition, ...(settings && { keep }) }, request);
    return rowsOf(table, keys, AssignmentRow);
  },
});

export const putSettings = ({ before, after }: Saved<Settings>): readonly Write[] => [
  {
    put: {
      ...resourceKey(after.id),
      type: 'settings',
      revision: (before?.revision ?? 0) + 1,
      state: JSON.stringify(after),
      list_pk: listOf.settings(after.workspaceId),
      list_sk: after.id,
    },
    when: unlessSavedSince(before?.revision ?? 0),
  },
  ...kitPointers(after, kitChosenBy(before?.state), kitChosenBy(after)),
];

export const removeSettings = ({ revision, state }: Loaded<Settings>): readonly Write[] => [
  { remove: resourceKey(state.id), when: unlessSavedSince(revision) },
  ...kitPointers(state, kitChosenBy(state), undefined),
];

const kitChosenBy = (settings: Settings | undefined): BrandKitId | undefined =>
  idOf('brk', settings?.values['branding.brand_kit_id']);

/** A kit knows which settings choose it. Whoever deletes it at that moment finds it changed, and looks again. */
function kitPointers(
  { id: settings, workspaceId }: Settings,
  before: BrandKitId | undefined,
  after: BrandKitId | undefined,
): readonly Write[] {
  if (before === after) return [];
  return [
    ...(before ? [{ remove: kitChooserKey(before, settings) }] : []),
    ...(after
      ? [
          { put: { ...kitChooserKey(after, settings), type: 'brand_kit_chooser', workspace_id: workspaceId } },
          {
            update: resourceKey(after),
            set: { text: 'ADD revision :one', values: { ':one': 1 } },
            when: { text: 'attribute_exists(pk)' },
          },
        ]
      : []),
  ];
}

export const putAssignment = ({ before, after }: Saved<SettingsAssignment>): Write => ({
  put: {
    ...resourceKey(after.id),
    type: 'settings_assignment',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    list_pk: listOf.assignments(after.workspaceId),
    list_sk: after.id,
    find: { set: after.settingsId },
  },
  when: unlessSavedSince(before?.revision ?? 0),
});
