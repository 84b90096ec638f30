import type { Label } from '#bin/demo/display-label';

/** A format of Node's `styleText`, which prints no colours where the terminal has none. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

export const LABEL_STYLES: Readonly<Record<Label, Style>> = {
  'Will be recorded': 'cyan',
  'Not going to be recorded': 'dim',
  Recording: 'red',
  Processing: 'yellow',
  Ready: 'green',
  Failed: 'red',
  'Not recorded': 'dim',
};

const SERIES: readonly Style[] = ['cyan', 'magenta', 'yellow', 'green', 'blue'];

/** The same colour for the same speaker or meeting. */
export const seriesStyle = (index: number): Style => SERIES[index % SERIES.length] ?? 'bold';
