import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '#bin/stack/ports';
import type { EmulatorWords } from './emulator-process.ts';

export interface RunningEmulator {
  readonly origin: string;
  close(): void;
}

/** An emulator that is ready, and ends when it is closed. */
export async function anEmulator(
  service: EmulatorWords['service'],
  seed: EmulatorWords['seed'],
): Promise<RunningEmulator> {
  const port = await freePort();
  const words: EmulatorWords = { service, port, seed };
  const child = spawn(process.execPath, [`${import.meta.dirname}/emulator-process.ts`, JSON.stringify(words)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout))
    if (line === 'ready') return { origin: `http://127.0.0.1:${port}`, close: () => void child.kill() };
  throw new Error(`The emulator of ${service} ended before it was ready.`);
}

/** Chooses an account on the emulator's page: the address that the browser is sent back to. */
export async function choose(email: string, address: string): Promise<string> {
  const page = await (await fetch(address)).text();
  const form = [...page.matchAll(/<form[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
    .map(([, action = '', inside = '']) => ({ action: plain(action), fields: fieldsIn(inside) }))
    .find(({ fields }) => fields.get('email') === email);
  if (!form) throw new Error(`The page offers no ${email}.`);
  const answer = await fetch(new URL(form.action, address), { method: 'POST', body: form.fields, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

function fieldsIn(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g))
    fields.append(attribute(input, 'name'), attribute(input, 'value'));
  fields.delete('');
  return fields;
}

const attribute = (tag: string, name: string): string => plain(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
