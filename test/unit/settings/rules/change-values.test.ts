import { Refusal } from '#shared/foundation/core/refusal';
import { type ValuesChange, valuesAfter } from '#shared/meetings/settings/rules/change-values';
import type { Scope } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';

const of = (...types: readonly Scope['owner']['type'][]) =>
  types.map((type) => ({ owner: { type, id: `${type}_1` } as unknown as Scope['owner'] }));

const faultsOf = (change: ValuesChange, scopes: ReturnType<typeof of>): readonly string[] => {
  try {
    valuesAfter({}, change, scopes);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return thrown.faults.map(({ code, field }) => `${code} ${field}`);
  }
};

describe('changing the values of settings', () => {
  it('overwrites what is sent, keeps the rest and removes what is null', () => {
    const before = { 'recording.enabled': true, 'summary.template': 'lecture' } as const;

    const after = valuesAfter(before, { 'summary.template': null, 'transcription.language': 'de' }, []);

    expect(after).toEqual({ 'recording.enabled': true, 'transcription.language': 'de' });
  });

  it('stores the mode inherit as it was written', () => {
    expect(valuesAfter({}, { 'recording.methods.bot.mode': 'inherit' }, [])).toEqual({
      'recording.methods.bot.mode': 'inherit',
    });
  });

  it('removes recording.enabled by inherit in settings that are only for meetings', () => {
    expect(valuesAfter({ 'recording.enabled': true }, { 'recording.enabled': 'inherit' }, of('meeting'))).toEqual({});
    for (const scopes of [of(), of('workspace'), of('member', 'meeting')])
      expect(faultsOf({ 'recording.enabled': 'inherit' }, scopes)).toEqual(['not_supported recording.enabled']);
  });

  it('refuses a brand kit for members and meetings, but not its removal', () => {
    expect(faultsOf({ 'branding.brand_kit_id': 'none' }, of('workspace', 'member'))).toEqual([
      'unusable_setting branding.brand_kit_id',
    ]);
    expect(faultsOf({ 'branding.brand_kit_id': null }, of('member'))).toEqual([]);
    expect(faultsOf({ 'branding.brand_kit_id': 'none' }, of('workspace'))).toEqual([]);
  });

  it('reports every error at once', () => {
    const change = { 'recording.enabled': 'inherit', 'branding.brand_kit_id': 'none' } as const;

    expect(faultsOf(change, of('member'))).toHaveLength(2);
  });
});
