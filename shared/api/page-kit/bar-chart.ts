import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';

export interface Bar {
  /** Shown when the pointer rests on the bar. */
  readonly label: string;
  readonly good: number;
  readonly bad: number;
}

interface BarChart {
  /** What the chart shows, in a sentence: screen readers read it in place of the picture. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  readonly caption: string;
  /** The legend. */
  readonly good: string;
  readonly bad: string;
}

const WIDTH = 720;
const HEIGHT = 120;
/** Of the width that a bar may take, the part that stays free. */
const GAP = 0.2;
/** A count that is there is seen, however large the others are. */
const LEAST_HEIGHT = 2;

/** Bars of two counts, one on the other. The numbers themselves belong in a table beside it. */
export const barChart = ({ summary, caption, bars, good, bad }: BarChart): Markup => {
  const most = Math.max(1, ...bars.map((bar) => bar.good + bar.bad));
  const step = WIDTH / Math.max(1, bars.length);
  return html`<figure class="chart">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${summary}" preserveAspectRatio="none">
${bars.map((bar, nth) => barAt(bar, { left: (nth + GAP / 2) * step, width: step * (1 - GAP), most }))}
<line x1="0" y1="${HEIGHT}" x2="${WIDTH}" y2="${HEIGHT}"></line>
</svg>
<figcaption><span>${caption}</span> <span class="key good">${good}</span> <span class="key bad">${bad}</span> <span>Highest bar: ${most}</span></figcaption>
</figure>`;
};

interface Place {
  readonly left: number;
  readonly width: number;
  /** The count of the highest bar. */
  readonly most: number;
}

function barAt({ label, good, bad }: Bar, { left, width, most }: Place): Markup {
  const [goodHeight, badHeight] = [heightOf(good, most), heightOf(bad, most)];
  const rectangle = (kind: 'good' | 'bad', bottom: number, height: number) =>
    height === 0
      ? ''
      : html`<rect class="${kind}" x="${rounded(left)}" y="${rounded(Math.max(0, HEIGHT - bottom - height))}" width="${rounded(width)}" height="${rounded(height)}"></rect>`;
  return html`<g><title>${label}</title>${rectangle('good', 0, goodHeight)}${rectangle('bad', goodHeight, badHeight)}</g>
`;
}

const heightOf = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(LEAST_HEIGHT, (HEIGHT * count) / most);

const rounded = (value: number): number => Math.round(10 * value) / 10;
