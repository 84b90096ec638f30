import { type Deployment, FEATURES, type Feature } from '#shared/foundation/core/deployment';
import type { Fault } from '#shared/foundation/core/refusal';
import { SETTING_PATHS, type SettingPath } from '#shared/meetings/settings/rules/settings';

/** Reads names separated by commas. Throws for an unknown name. */
export const readDeployment = (off: string, enforced: string): Deployment => ({
  off: named(off, Object.keys(FEATURES) as readonly Feature[], 'feature'),
  enforced: named(enforced, SETTING_PATHS, 'setting'),
});

function named<Name extends string>(text: string, known: readonly Name[], what: string): readonly Name[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const found = known.find((one) => one === name);
      if (found === undefined) throw new Error(`No ${what} is called ${name}; there are ${known.join(', ')}.`);
      return found;
    });
}

/** A value in a request, and how the request names the setting. */
export interface NamedChoice {
  readonly setting: SettingPath;
  readonly field: string;
  readonly value: unknown;
}

/** The errors of values in this deployment: settings that cannot be changed, values whose feature is off. */
export const faultsIn = (choices: readonly NamedChoice[], deployment: Deployment): readonly Fault[] =>
  choices.flatMap(({ setting, field, value }) => {
    const { off, enforced } = deployment;
    if (enforced.includes(setting))
      return [{ code: 'enforced', message: `${field} cannot be changed in this deployment.`, field }];
    const needed = featureOf(setting, value);
    if (needed === undefined || !off.includes(needed)) return [];
    return [{ code: 'not_available', message: `${field} cannot have this value in this deployment.`, field }];
  });

/** The choices of a summary in another language than its transcript's, which takes a model. */
export const summaryLanguagesIn = (choices: readonly NamedChoice[]): readonly NamedChoice[] =>
  choices.filter(
    ({ setting, value }) =>
      setting === 'summary.language' && typeof value === 'string' && value !== 'same_as_transcript',
  );

/** The error of such a choice where no model writes summaries. */
export const withoutSummaryModel = ({ field }: NamedChoice): Fault => ({
  code: 'not_available',
  message: `${field} cannot be set in this deployment. Summaries are written in the language of the transcript.`,
  field,
});

/** What a value needs that is not everywhere. */
function featureOf(setting: SettingPath, value: unknown): Feature | undefined {
  if (setting === 'transcription.language' && value === 'multi') return 'multilingual_transcription';
  if (setting === 'summary.email' && typeof value === 'string' && value !== 'off') return 'summary_email';
  if (setting === 'summary.template' && String(value).startsWith('tpl_')) return 'summary_templates';
  return setting === 'branding.brand_kit_id' && String(value).startsWith('brk_') ? 'brand_kits' : undefined;
}
