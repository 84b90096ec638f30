import type { Resolved, Source } from '#shared/meetings/settings/rules/resolve-settings';
import { type EffectiveValues, RETENTION_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';

/** The settings with the days that count: those of the deployment's maximum where settings say more or nothing. */
export function withRetentionMaximum<Of extends Resolved>(resolved: Of, maximum: number | undefined): Of {
  if (maximum === undefined) return resolved;
  const beyond = RETENTION_PATHS.filter((path) => (resolved.values[path] ?? Number.POSITIVE_INFINITY) > maximum);
  const values: EffectiveValues = { ...resolved.values, ...eachOf(beyond, maximum) };
  const sources: Readonly<Record<SettingPath, Source>> = { ...resolved.sources, ...eachOf(beyond, BY_MAXIMUM) };
  return { ...resolved, values, sources };
}

const BY_MAXIMUM: Source = { assignmentId: null, reason: 'deployment_maximum' };

const eachOf = <Value>(paths: readonly SettingPath[], value: Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(paths.map((path) => [path, value]));
