import { EVERYTHING_ON, withMailAsSent } from '#shared/foundation/core/deployment';
import { faultsIn, readDeployment, summaryLanguagesIn } from '#shared/meetings/settings/rules/deployment';
import type { SettingPath } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';

const choice = (setting: SettingPath, value: unknown) => ({
  setting,
  field: setting,
  value,
});

describe('the features and settings of a deployment', () => {
  it('are all available without configuration', () => {
    expect(readDeployment('', '')).toEqual(EVERYTHING_ON);
  });

  it('are read from names separated by commas', () => {
    expect(readDeployment('workspace_creation, brand_kits', 'recording.enabled')).toEqual({
      off: ['workspace_creation', 'brand_kits'],
      enforced: ['recording.enabled'],
    });
  });

  it.each([
    ['constructor', '', 'No feature is called constructor'],
    ['', 'recording', 'No setting is called recording;'],
  ])('is refused by a name that there is not: %j %j', (off, enforced, message) => {
    expect(() => readDeployment(off, enforced)).toThrow(message);
  });

  it('refuses only values that need a feature that is off', () => {
    const deployment = readDeployment('multilingual_transcription,summary_templates,brand_kits', '');
    const choices = [
      choice('transcription.language', 'multi'),
      choice('transcription.language', 'de'),
      choice('summary.template', 'tpl_1'),
      choice('summary.template', 'general'),
      choice('branding.brand_kit_id', 'brk_1'),
      choice('branding.brand_kit_id', null),
    ];

    expect(faultsIn(choices, deployment).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'not_available transcription.language',
      'not_available summary.template',
      'not_available branding.brand_kit_id',
    ]);
    expect(faultsIn(choices, EVERYTHING_ON)).toEqual([]);
  });

  it('refuse recipients of summaries, and no other value, where no mail is sent', () => {
    const choices = ['off', 'organizer', 'members', 'participants', null].map((value) =>
      choice('summary.email', value),
    );
    const refused = (sendsMail: boolean) => faultsIn(choices, withMailAsSent(EVERYTHING_ON, sendsMail));

    expect(refused(false)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ code: 'not_available', field: 'summary.email' })),
    );
    expect(refused(true)).toEqual([]);
  });

  it('refuses to set and to remove an enforced setting', () => {
    const deployment = readDeployment('', 'transcription.language');

    for (const value of ['de', 'auto', null])
      expect(faultsIn([choice('transcription.language', value)], deployment)).toEqual([
        expect.objectContaining({ code: 'enforced', field: 'transcription.language' }),
      ]);
  });

  it('know a summary in another language from one that follows its transcript', () => {
    const values = ['fr', 'same_as_transcript', null];
    const choices = [
      ...values.map((value) => choice('summary.language', value)),
      choice('transcription.language', 'de'),
    ];

    expect(summaryLanguagesIn(choices).map(({ value }) => value)).toEqual(['fr']);
  });
});
