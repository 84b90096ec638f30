#!/usr/bin/env node
import { runCommandLine } from './run.js';
import { storedListeners } from './stored-listeners.js';
import { storedLogin } from './stored-login.js';

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());

const { stderr, stdout } = process;
let shown = '';
let isReadNoMore = false;

const isClosedPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

/** The reader of the result has enough of it, such as `head`: the command ends, and says nothing more. */
stdout.on('error', (error) => {
  if (!isClosedPipe(error)) throw error;
  isReadNoMore = true;
  controller.abort();
});
stderr.on('error', (error) => {
  if (!isClosedPipe(error)) throw error;
});

/** One line of a terminal that is written over; without a terminal, a line for each change. */
function status(line: string): void {
  if (line === shown || isReadNoMore) return;
  if (stderr.isTTY) stderr.write(`\r\x1b[2K${line}`);
  else if (line !== '') stderr.write(`${line}\n`);
  shown = line;
}

const code = await runCommandLine(process.argv.slice(2), {
  print: (line) => void stdout.write(`${line}\n`),
  note: (line) => void (isReadNoMore || stderr.write(`${line}\n`)),
  status,
  signal: controller.signal,
  login: storedLogin(process.env),
  listeners: storedListeners(process.env),
  variables: process.env,
});
process.exitCode = isReadNoMore ? 0 : code;
