export interface Output {
  readonly write: (text: string) => unknown;
  /** Lines can be overwritten. */
  readonly isTerminal: boolean;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

export const standardOutput = (): Output => ({
  write: (text) => process.stdout.write(text),
  isTerminal: process.stdout.isTTY ?? false,
  now: () => performance.now(),
});

const CLEAR_LINE = '\r\u001b[2K';

/** On a terminal keeps one status line below everything that is printed; elsewhere shows no status. */
export function statusLine({ write, isTerminal }: Output) {
  let status = '';
  const redraw = (printed: string) => void write(isTerminal ? `${CLEAR_LINE}${printed}${status}` : printed);
  return {
    /** Whole lines, each with its line break. */
    print: redraw,
    show: (text: string) => {
      status = text;
      if (isTerminal) redraw('');
    },
  };
}
