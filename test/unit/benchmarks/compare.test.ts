import { comparison } from '#test/benchmarks/compare';
import { type Figures, readFigures } from '#test/benchmarks/figures';
import { describe, expect, it } from '#test/support/jest';

const figures = (more: Partial<Figures> = {}): Figures => ({
  date: '2026-11-02T12:00:00.000Z',
  commit: 'abc1234',
  endpoints: [{ name: 'GET /bots', requests: 3, trips: 2, cpuMs: { own: 0.2, withSdk: 1 } }],
  functions: [{ entry: 'api/bots', bytes: 1024, importCpuMs: 50 }],
  ...more,
});

describe('the comparison of two runs of the benchmark', () => {
  it('prints before, after and the difference in per cent for every row', () => {
    const after = figures({
      endpoints: [{ name: 'GET /bots', requests: 3, trips: 2, cpuMs: { own: 0.15, withSdk: 1.1 } }],
      functions: [{ entry: 'api/bots', bytes: 2048, importCpuMs: 50 }],
    });

    const text = comparison(figures(), after).replaceAll(/ +/g, ' ');

    expect(text).toContain('| GET /bots | 3 | 3 | +0.0 | 2 | 2 | +0.0 | 0.20 | 0.15 | -25.0 | 1 | 1.10 | +10.0 |');
    expect(text).toContain('| api/bots | 1 | 2 | +100.0 | 50 | 50 | +0.0 |');
    expect(text).toContain('| mean | | | +0.0 | | | +0.0 | | | -25.0 | | | +10.0 |');
  });

  it('lists a row that only one run has, with dashes', () => {
    const text = comparison(figures(), figures({ endpoints: [] })).replaceAll(/ +/g, ' ');

    expect(text).toContain('| GET /bots | 3 | – | – | 2 | – | – |');
  });

  it('refuses a file in which a figure is missing', () => {
    expect(() => readFigures('{"date":"2026-11-02","commit":"abc1234"}')).toThrow('endpoints');
  });
});
