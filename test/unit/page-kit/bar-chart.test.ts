import { type Bar, barChart } from '#shared/api/page-kit/bar-chart';
import { describe, expect, it } from '#test/support/jest';

const drawn = async (bars: readonly Bar[]): Promise<string> =>
  String(await barChart({ summary: 'Three of <them>', caption: 'Today', bars, good: 'Yes', bad: 'No' }));
const heights = (text: string) =>
  [...text.matchAll(/class="(good|bad)"[^>]* height="([\d.]+)"/g)].map(([, kind, height]) => `${kind} ${height}`);

describe('a bar chart', () => {
  it('has the highest bar at full height, and the others in proportion', async () => {
    const text = await drawn([
      { label: 'a', good: 3, bad: 1 },
      { label: 'b', good: 2, bad: 0 },
    ]);

    expect(heights(text)).toEqual(['good 90', 'bad 30', 'good 60']);
    expect(text).toContain('Highest bar: 4');
  });

  it('shows a single one among thousands', async () => {
    expect(heights(await drawn([{ label: 'a', good: 9_999, bad: 1 }]))).toEqual(['good 120', 'bad 2']);
  });

  it('has a bar without height for nothing', async () => {
    expect(heights(await drawn([{ label: 'a', good: 0, bad: 0 }]))).toEqual([]);
  });

  it('is one picture with a text for screen readers, escaped', async () => {
    expect(await drawn([])).toContain('role="img" aria-label="Three of &lt;them&gt;"');
  });
});
