/** What can be set, by the dotted path that the API names it by. */
export interface EffectiveValues {
  readonly 'recording.enabled': boolean;
  readonly 'recording.methods.bot.start': 'on_join' | 'on_command';
  readonly 'recording.methods.bot.mode': 'audio_and_video' | 'audio_only';
  readonly 'recording.methods.bot.silence_detection.alert': boolean;
  readonly 'transcription.language': string;
  readonly 'summary.template': string;
  readonly 'summary.language': string;
  readonly 'branding.brand_kit_id': string;
}
export type SettingPath = keyof EffectiveValues;

/** Values of settings; an absent field has none. `inherit` is stored as it was written and sets no value. */
export type SettingValues = {
  readonly [Path in SettingPath]?:
    | EffectiveValues[Path]
    | (Path extends 'recording.methods.bot.mode' ? 'inherit' : never);
};

/** What applies where no settings have a value: docs/limits-and-rules.md#settings-precedence. */
export const SERVICE_DEFAULTS: EffectiveValues = {
  'recording.enabled': false,
  'recording.methods.bot.start': 'on_join',
  'recording.methods.bot.mode': 'audio_and_video',
  'recording.methods.bot.silence_detection.alert': true,
  'transcription.language': 'auto',
  'summary.template': 'general',
  'summary.language': 'same_as_transcript',
  'branding.brand_kit_id': 'none',
};

export const SETTING_PATHS = Object.keys(SERVICE_DEFAULTS) as readonly SettingPath[];
