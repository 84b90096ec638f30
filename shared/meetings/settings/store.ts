import * as v from 'valibot';
import { beginRetention } from '#shared/accounts/workspaces/retention-store';
import {
  type AssignmentId,
  type BrandKitId,
  idOf,
  type SettingsId,
  type WorkspaceId,
} from '#shared/foundation/core/ids';
import { isJsonObject } from '#shared/foundation/core/json';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { kitChooserKey, listOf, resourceKey } from '#shared/foundation/dynamodb/keys';
import { category, id, instant } from '#shared/foundation/dynamodb/row-parts';
import { SettingValuesRow } from '#shared/meetings/settings/row';
import type { SettingsChanges } from '#shared/meetings/settings/rules/own-settings';
import {
  type DroppedFields,
  isMeetingsOwn,
  RETENTION_PATHS,
  type Settings,
  type SettingsAssignment,
} from '#shared/meetings/settings/rules/settings';

const scope = v.object({
  owner: v.variant('type', [
    v.object({ type: v.literal('workspace'), id: id('wks') }),
    v.object({ type: v.literal('member'), id: id('mem') }),
    v.object({ type: v.literal('meeting'), id: id('mtg') }),
  ]),
  category,
});

export const settings = entity<Settings>({
  noun: 'settings object',
  type: 'settings',
  prefix: 'set',
  list: 'SET',
  rows: (before, after) => [
    ...kitPointers(after ?? before, kitChosenBy(before), kitChosenBy(after)),
    ...retentionBegins(before, after),
  ],
  dependents: chooserRow,
  attributes: (state) => (isMeetingsOwn(state) ? { list_pk: listOf.settingsOfMeetings(state.workspaceId) } : {}),
  notes: {
    listSort: 'id; those of meetings in `W#SET#MTG`',
    rows: {
      '`brk_`, `SET#set_`': 'Settings that choose a brand kit',
      '`W`, `RETENTION`': 'When retention is applied to a workspace next; due then',
    },
  },
  schema: v.object({
    id: id('set'),
    workspaceId: id('wks'),
    values: SettingValuesRow,
    // By reference: customers may call a key in it anything.
    dropped: v.exactOptional(v.custom<DroppedFields>(isJsonObject)),
    assignments: v.array(v.object({ id: id('asg'), scope })),
    createdAt: instant,
    updatedAt: instant,
  }),
});

export const assignments = entity<SettingsAssignment>({
  noun: 'settings assignment',
  type: 'settings_assignment',
  prefix: 'asg',
  list: 'ASG',
  attributes: ({ settingsId }) => ({ find: { set: settingsId } }),
  schema: v.object({
    id: id('asg'),
    settingsId: id('set'),
    workspaceId: id('wks'),
    scope,
    createdAt: instant,
    updatedAt: instant,
  }),
});

/** Keeps the assignments of one settings object in a list; all of them without an id. */
export const assignmentsOf = (settingsId: SettingsId | undefined) =>
  settingsId && ((entry: Item) => entry.find?.['set'] === settingsId);

/** The rows that a rule changes. */
export const settingsWrites = (changes: SettingsChanges): readonly (readonly Write[])[] => [
  ...changes.settings.map(({ before, after }) => settings.put(before, after)),
  ...changes.assignments.map(({ before, after }) => assignments.put(before, after)),
  changes.removedAssignments.map(removeAssignment),
];

/** Without a revision guard: the settings that name it are saved in the same transaction. */
export const removeAssignment = (assignment: AssignmentId): Write => ({ remove: resourceKey(assignment) });

/** Settings that say for how long meetings are kept have retention applied to their workspace from then on. */
function retentionBegins(before: Settings | undefined, after: Settings | undefined): readonly Write[] {
  const isSame = RETENTION_PATHS.every((path) => before?.values[path] === after?.values[path]);
  return after && !isSame ? [beginRetention(after.workspaceId, after.updatedAt)] : [];
}

const kitChosenBy = (chooser: Settings | undefined): BrandKitId | undefined =>
  idOf('brk', chooser?.values['branding.brand_kit_id']);

/** A kit has a row for every settings object that names it. The kit itself is saved beside it: `kitLinkWrites`. */
function kitPointers(
  chooser: Settings | undefined,
  before: BrandKitId | undefined,
  after: BrandKitId | undefined,
): readonly Write[] {
  if (!chooser || before === after) return [];
  const { id: settingsId, workspaceId } = chooser;
  return [
    ...(before ? [{ remove: kitChooserKey(before, settingsId) }] : []),
    ...(after
      ? [{ put: { ...kitChooserKey(after, settingsId), type: 'brand_kit_chooser', workspace_id: workspaceId } }]
      : []),
  ];
}

/** What leads to the chooser's row; settings without it are deleted all the same. */
const Chooser = v.object({ id: id('set'), values: v.object({ 'branding.brand_kit_id': v.optional(v.string()) }) });

/** The kit may be of another workspace, which stays. */
async function chooserRow(
  _table: Table,
  _workspace: WorkspaceId,
  state: unknown,
): Promise<readonly (readonly Key[])[]> {
  const chooser = v.safeParse(Chooser, state);
  const kit = chooser.success ? idOf('brk', chooser.output.values['branding.brand_kit_id']) : undefined;
  return chooser.success && kit ? [[kitChooserKey(kit, chooser.output.id)]] : [];
}
