import { inColour, type Paint, plain } from '#bin/demo/output/styles';

export interface Screen {
  readonly columns: number;
  readonly paint: Paint;
  readonly lines: (...lines: readonly string[]) => void;
  /** What is being waited for: the last line of a terminal, written over each time; elsewhere a line now and then. */
  readonly status: (text: string) => void;
  /** Nothing is being waited for any more. */
  readonly calm: () => void;
}

interface Output {
  readonly write: (text: string) => unknown;
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
  readonly columns: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

const NARROWEST = 60;
const WIDEST = 110;
const CLEAR_LINE = '\r\u001b[2K';
const STATUS_EVERY_MS = 15_000;

export function screenOn({ write, isTerminal, hasColours, columns, now }: Output): Screen {
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST));
  let shown = '';
  let toldAt = now();
  const redraw = (finished: string) => write(isTerminal ? `${CLEAR_LINE}${finished}${shown}` : finished);
  return {
    columns: width,
    paint: hasColours ? inColour : plain,
    lines: (...lines) => void redraw(lines.map((line) => `${line.trimEnd()}\n`).join('')),
    status: (text) => {
      if (isTerminal) {
        shown = text;
        redraw('');
      } else if (now() - toldAt >= STATUS_EVERY_MS) {
        toldAt = now();
        redraw(`${text}\n`);
      }
    },
    calm: () => {
      shown = '';
      if (isTerminal) redraw('');
    },
  };
}
