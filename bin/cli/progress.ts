import { type Output, standardOutput, statusLine } from '#bin/cli/status-line';

/** Runs one step of a longer task and reports it. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const silentStep: Step = (_name, work) => work();

const NAME_WIDTH = 52;

/** Prints a line with the duration when a step ends; on a terminal also shows which steps are running. */
export function printedSteps(output: Output = standardOutput()): Step {
  const running = new Set<string>();
  const { print, show } = statusLine(output);
  let hasFailed = false;
  const showRunning = () => show(running.size > 0 ? `  … ${[...running].join(', ')}` : '');
  return async (name, work) => {
    const startedAt = output.now();
    const end = (mark: string) => {
      running.delete(name);
      showRunning();
      print(`  ${mark} ${name.padEnd(NAME_WIDTH)} ${seconds(output.now() - startedAt)}\n`);
    };
    running.add(name);
    showRunning();
    try {
      const result = await work();
      end('✓');
      return result;
    } catch (error) {
      // After the first failure the other steps are only aborted.
      end(hasFailed ? '–' : '✗');
      hasFailed = true;
      throw error;
    }
  };
}

/** `3.4 s`, right-aligned for up to 999.9 s. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`.padStart(7);
