import { codeWithout, type Deployment } from '#shared/foundation/core/deployment';
import { forbidden, Refusal } from '#shared/foundation/core/refusal';
import type { Contract } from '#shared/foundation/http/contract';
import {
  faultsIn,
  type NamedChoice,
  summaryLanguagesIn,
  withoutSummaryModel,
} from '#shared/meetings/settings/rules/deployment';
import { SETTING_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';

/** Refuses an endpoint whose whole feature is turned off here, whatever was sent. */
export function refuseWithoutFeature({ feature }: Contract, { off }: Deployment): void {
  if (feature && off.includes(feature))
    throw forbidden(codeWithout(feature), 'This feature is turned off in this deployment.');
}

interface Available {
  readonly deployment: Deployment;
  /** Asked only where a language of summaries is chosen. */
  readonly hasSummaryModel: () => Promise<boolean>;
}

/** Refuses choices that this deployment does not have, with one error for each. */
export async function refuseUnavailableSettings(
  contract: Contract,
  body: unknown,
  available: Available,
): Promise<void> {
  const choices = choicesOf(contract, body);
  const languages = summaryLanguagesIn(choices);
  const isWithoutModel = languages.length > 0 && !(await available.hasSummaryModel());
  const faults = [
    ...faultsIn(choices, available.deployment),
    ...(isWithoutModel ? languages.map(withoutSummaryModel) : []),
  ];
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
}

/** What a bot's fields are called as settings. */
const OF_BOTS = {
  language: 'transcription.language',
  recording_start: 'recording.methods.bot.start',
  recording_mode: 'recording.methods.bot.mode',
  silence_alert: 'recording.methods.bot.silence_detection.alert',
  summary_language: 'summary.language',
  summary_template: 'summary.template',
} as const satisfies Readonly<Record<string, SettingPath>>;

/** The setting of a request by its name in the body. */
const SETTINGS_BY_FIELD: Readonly<Record<NonNullable<Contract['choices']>, Readonly<Record<string, SettingPath>>>> = {
  settings: Object.fromEntries(SETTING_PATHS.map((path) => [path, path])),
  bot: OF_BOTS,
  // Writing an id there makes the kit the choice of that workspace.
  brand_kit: { workspace_ids: 'branding.brand_kit_id' },
};

function choicesOf({ choices }: Contract, body: unknown): readonly NamedChoice[] {
  if (!choices || typeof body !== 'object' || body === null) return [];
  const values = 'values' in body && typeof body.values === 'object' && body.values ? body.values : body;
  const named = SETTINGS_BY_FIELD[choices];
  return Object.entries(values).flatMap(([field, value]) => {
    const setting = Object.hasOwn(named, field) ? named[field] : undefined;
    return setting === undefined || value === undefined ? [] : [{ setting, field, value }];
  });
}
