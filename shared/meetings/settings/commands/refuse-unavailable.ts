import type { CommandContext } from '#shared/foundation/commands/context';
import type { Choices, Deployment } from '#shared/foundation/core/deployment';
import { Refusal } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import {
  faultsIn,
  type NamedChoice,
  summaryLanguagesIn,
  withoutSummaryModel,
} from '#shared/meetings/settings/rules/deployment';
import { SETTING_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';

interface Available extends Pick<CommandContext, 'table'> {
  readonly deployment: Deployment;
  /** Asked only where a language of summaries is chosen; true where absent. */
  readonly hasSummaryModel?: (table: Table) => Promise<boolean>;
}

/** Refuses choices that this deployment does not have, with one error for each. */
export async function refuseUnavailable(
  { table, deployment, hasSummaryModel }: Available,
  choices: readonly NamedChoice[],
): Promise<void> {
  const languages = summaryLanguagesIn(choices);
  const isWithoutModel = languages.length > 0 && hasSummaryModel && !(await hasSummaryModel(table));
  const faults = [...faultsIn(choices, deployment), ...(isWithoutModel ? languages.map(withoutSummaryModel) : [])];
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
}

/** The same for the settings in the body of a request. */
export const refuseUnavailableSettings = (available: Available, choices: Choices, body: unknown): Promise<void> =>
  refuseUnavailable(available, choicesIn(choices, body));

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
const SETTINGS_BY_FIELD: Readonly<Record<Choices, Readonly<Record<string, SettingPath>>>> = {
  settings: Object.fromEntries(SETTING_PATHS.map((path) => [path, path])),
  bot: OF_BOTS,
  // Writing an id there makes the kit the choice of that workspace.
  brand_kit: { workspace_ids: 'branding.brand_kit_id' },
};

function choicesIn(choices: Choices, body: unknown): readonly NamedChoice[] {
  if (typeof body !== 'object' || body === null) return [];
  const values = 'values' in body && typeof body.values === 'object' && body.values ? body.values : body;
  const named = SETTINGS_BY_FIELD[choices];
  return Object.entries(values).flatMap(([field, value]) => {
    const setting = Object.hasOwn(named, field) ? named[field] : undefined;
    return setting === undefined || value === undefined ? [] : [{ setting, field, value }];
  });
}
