import * as v from 'valibot';
import { EffectiveRow, SourcesRow } from '#shared/meetings/settings/row';
import { DEFAULTS_ALONE } from '#shared/meetings/settings/rules/resolve-settings';
import { describe, expect, it } from '#test/support/jest';

const without = ({ 'summary.email': _, ...rest }: { readonly 'summary.email': unknown }) => rest;

describe('the settings in a row of before summary.email was stored', () => {
  it('send no summary mail, by default', () => {
    expect(v.parse(EffectiveRow, without(DEFAULTS_ALONE.values))).toEqual(DEFAULTS_ALONE.values);
    expect(v.parse(SourcesRow, without(DEFAULTS_ALONE.sources))).toEqual(DEFAULTS_ALONE.sources);
  });
});
