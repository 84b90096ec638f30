import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import type { Scope, SettingPath, SettingValues } from '#shared/meetings/settings/rules/settings';

/** What a request writes: null, and `inherit` for a meeting's own recording, remove a value. */
export type ValuesChange = {
  readonly [Path in SettingPath]?:
    | NonNullable<SettingValues[Path]>
    | null
    | (Path extends 'recording.enabled' ? 'inherit' : never);
};

/** The values with what was sent written over them. Refuses what settings with these scopes cannot hold. */
export function valuesAfter(
  values: SettingValues,
  change: ValuesChange,
  scopes: readonly Pick<Scope, 'owner'>[],
): SettingValues {
  const faults = faultsOf(change, scopes);
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
  const merged = Object.entries({ ...values, ...change });
  return Object.fromEntries(merged.filter(([path, value]) => !isRemoval(path, value))) as SettingValues;
}

const isRemoval = (path: string, value: unknown): boolean =>
  value === null || (path === 'recording.enabled' && value === 'inherit');

function faultsOf(change: ValuesChange, scopes: readonly Pick<Scope, 'owner'>[]): readonly Fault[] {
  const types = scopes.map(({ owner }) => owner.type);
  const ofMeetingsAlone = types.length > 0 && types.every((type) => type === 'meeting');
  const kit = change['branding.brand_kit_id'] ?? null;
  return [
    ...(change['recording.enabled'] === 'inherit' && !ofMeetingsAlone ? [NO_INHERITANCE] : []),
    ...(kit !== null && types.some((type) => type !== 'workspace') ? [MISPLACED_KIT] : []),
  ];
}

const NO_INHERITANCE: Fault = {
  code: 'not_supported',
  message: "recording.enabled takes inherit only in a meeting's own settings; send null to remove the value.",
  field: 'recording.enabled',
};

const MISPLACED_KIT: Fault = {
  code: 'unusable_setting',
  message: 'branding.brand_kit_id can be set for a workspace only, not for a member or a meeting.',
  field: 'branding.brand_kit_id',
};
