#!/usr/bin/env node
import { runCommandLine } from './run.js';
import { storedLogin } from './stored-login.js';

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());

const { stderr, stdout } = process;
let shown = '';

/** One line of a terminal that is written over; without a terminal, a line for each change. */
function status(line: string): void {
  if (line === shown) return;
  if (stderr.isTTY) stderr.write(`\r\x1b[2K${line}`);
  else if (line !== '') stderr.write(`${line}\n`);
  shown = line;
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  print: (line) => void stdout.write(`${line}\n`),
  note: (line) => void stderr.write(`${line}\n`),
  status,
  signal: controller.signal,
  login: storedLogin(process.env),
  variables: process.env,
});
