import type { Label } from '#bin/demo/display-label';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** Colours a text, which keeps its width; where there are no colours, gives it back. */
export type Paint = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
};

export const inColour: Paint = (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m`;
export const plain: Paint = (_colour, text) => text;

export const COLOUR_OF: Readonly<Record<Label, Colour>> = {
  'Will be recorded': 'cyan',
  'Not going to be recorded': 'dim',
  Recording: 'red',
  Processing: 'yellow',
  Ready: 'green',
  Failed: 'red',
  'Not recorded': 'dim',
};

const VOICES: readonly Colour[] = ['cyan', 'magenta', 'yellow', 'green', 'blue'];

/** The same colour for the same speaker or meeting. */
export const voiceColour = (index: number): Colour => VOICES[index % VOICES.length] ?? 'bold';
