import { describe, expect, it } from '#test/support/jest';
import { ourSource } from './our-source.ts';

/** Rules after which an engine that is paid by size is asked. */
const STARTS = /\b(?:orderTranslation|orderOfMedia|confirmedOrder|retriedOrder|createSummary)\(/;
/** How engines are asked. */
const ASKS = /\btranslator\.translate\(|\btranscriber\??\.start\(|\bmakeSummary\(/;

const commandsWith = (wanted: RegExp) =>
  ourSource().filter(
    ({ path, text }) => path.includes('/commands/') && wanted.test(text.replace(/function \w+[<(]/g, '')),
  );

describe('work that an engine is paid for by size', () => {
  it('is begun by commands that look at its limit', () => {
    const starting = commandsWith(STARTS);

    expect(starting.map(({ path }) => path)).toHaveLength(5);
    expect(starting.filter(({ text }) => !text.includes('await refusePaidWork(')).map(({ path }) => path)).toEqual([]);
  });

  it('is asked for by commands that count it within its limit', () => {
    const asking = commandsWith(ASKS);

    expect(asking.map(({ path }) => path)).toHaveLength(5);
    expect(
      asking.filter(({ text }) => !/useWithinLimits\(|summarizersWithinLimits\(/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});
