import { checkMoment, moment, restoredName } from '#bin/operator/restore/restore-point';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const window = { earliest: later(noon, -HOUR_MS), latest: later(noon, -5 * MINUTE_MS) };

describe('the moment of a restore', () => {
  it.each([
    ['2026-11-28T14:05:00Z', 1_795_874_700_000],
    ['2026-11-28T15:05:00+01:00', 1_795_874_700_000],
    ['2026-11-28T14:05:00', undefined],
    ['2026-11-28', undefined],
    ['yesterday', undefined],
  ])('%s is read with its zone alone', (text, at) => {
    expect(moment.parse(text)).toBe(at);
  });

  it.each([
    ['the first of the window', window.earliest, 'can be restored'],
    ['the last of the window', window.latest, 'can be restored'],
    ['before the window', later(window.earliest, -1), 'outside of what can be restored'],
    ['two minutes ago', later(noon, -2 * MINUTE_MS), 'usually five minutes ago'],
    ['in the future', later(noon, 1), 'is in the future'],
  ])('%s', (_which, to, says) => {
    const check = () => checkMoment(to, window, noon);
    if (says === 'can be restored') expect(check).not.toThrow();
    else expect(check).toThrow(says);
  });

  it('is refused where point-in-time recovery is off', () => {
    expect(() => checkMoment(later(noon, -HOUR_MS), undefined, noon)).toThrow('recovery of the table is off');
  });

  it('names the restored table, which does not begin like the table of the stage', () => {
    const name = restoredName('production', noon);
    expect(name).toMatch(/^[\w.-]{3,255}$/);
    expect(name.startsWith('rapporteur-production-storage-')).toBe(false);
    expect(restoredName('production', later(noon, 1_000))).not.toBe(name);
  });
});
