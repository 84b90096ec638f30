/** Does one step of a longer work, and lets whoever watches know how long it took. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const quietly: Step = (_name, work) => work();

interface Screen {
  readonly write: (text: string) => void;
  /** Whether lines can be written over, so that running steps can be shown. */
  readonly isTerminal: boolean;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

const NAME_WIDTH = 52;
const CLEAR_LINE = '\r\u001b[2K';

/** One line for each step when it is done, with its time; on a terminal also which ones are running. */
export function shownSteps({ write, isTerminal, now }: Screen): Step {
  const running = new Set<string>();
  let hasFailed = false;
  const redraw = (finished: string) => {
    const status = running.size > 0 ? `  … ${[...running].join(', ')}` : '';
    write(isTerminal ? `${CLEAR_LINE}${finished}${status}` : finished);
  };
  return async (name, work) => {
    const startedAt = now();
    running.add(name);
    redraw('');
    try {
      const result = await work();
      running.delete(name);
      redraw(`  ✓ ${name.padEnd(NAME_WIDTH)} ${seconds(now() - startedAt)}\n`);
      return result;
    } catch (error) {
      running.delete(name);
      // Those that end after the first are only called off.
      redraw(`  ${hasFailed ? '–' : '✗'} ${name.padEnd(NAME_WIDTH)} ${seconds(now() - startedAt)}\n`);
      hasFailed = true;
      throw error;
    }
  };
}

/** `3.4 s`, right-aligned for up to 999.9 s. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`.padStart(7);
