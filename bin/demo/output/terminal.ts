import { type Output, standardOutput, statusLine } from '#bin/cli/status-line';

export interface Terminal {
  readonly columns: number;
  readonly print: (...lines: readonly string[]) => void;
  /** The status line of a terminal, empty for none; elsewhere a line every 15 s. */
  readonly status: (text: string) => void;
}

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 110;
const STATUS_INTERVAL_MS = 15_000;

export function openTerminal(output: Output = standardOutput(), columns = process.stdout.columns ?? 80): Terminal {
  const { print, show } = statusLine(output);
  let printedAt = output.now();
  return {
    columns: Math.max(MIN_COLUMNS, Math.min(columns, MAX_COLUMNS)),
    print: (...lines) => print(lines.map((line) => `${line.trimEnd()}\n`).join('')),
    status: (text) => {
      show(text);
      if (output.isTerminal || text === '' || output.now() - printedAt < STATUS_INTERVAL_MS) return;
      printedAt = output.now();
      print(`${text}\n`);
    },
  };
}
