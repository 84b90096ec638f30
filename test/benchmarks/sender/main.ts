import { parseArgs } from 'node:util';
import type { WebhookRequest } from '#shared/webhooks/delivery/ports';
import { anAuthority } from '#test/unit/webhooks/delivery/sender/certificates';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { median } from '../statistics.ts';
import { cpuMs } from '../stopwatch.ts';
import { table } from '../table.ts';
import { deliveries } from './deliveries.ts';
import { receiverProcess } from './receiver-process.ts';
import { nodeAlone, ourSender, ourSenderKnowingNames, undiciAlone, type WayToSend } from './ways-to-send.ts';

const USAGE = `npm run bench -- sender [--count N] [--rounds N] [--parallel N] [--receivers N] [--bytes N] [--seed N] [--write]

  --count N      deliveries in a round (10000), after half as many to warm up
  --rounds N     rounds, of which the median counts (5)
  --parallel N   under way at once (25, the largest batch of the deliverer)
  --receivers N  host names they go to in turn (5)
  --bytes N      of an event's resource (2000)
  --seed N       of the secrets (1)
  --write        puts the table into docs/reliability.md`;

function options() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      parallel: { type: 'string', default: '25' },
      receivers: { type: 'string', default: '5' },
      bytes: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { count, rounds, parallel, receivers, bytes, seed, write, help } = values;
  return {
    ...{ count: Number(count), rounds: Number(rounds), parallel: Number(parallel) },
    ...{ receivers: Number(receivers), bytes: Number(bytes), seed: Number(seed), write, help },
  };
}

type Settings = ReturnType<typeof options>;

/** Deliveries in a second, by the clock and by processor time. */
interface Throughput {
  readonly wall: number;
  readonly core: number;
}

/** `from` up to `to`, always so many under way. */
async function sendAll(way: WayToSend, { parallel }: Settings, make: (number: number) => WebhookRequest, to: number) {
  let next = 0;
  const one = async () => {
    while (next < to) {
      next += 1;
      await way.send(make(next));
    }
  };
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  await Promise.all(Array.from({ length: parallel }, one));
  const [wallMs, spentMs] = [performance.now() - startedAt, cpuMs() - cpuBefore];
  return { wall: (to / wallMs) * 1_000, core: (to / spentMs) * 1_000 };
}

async function measure(
  way: WayToSend,
  settings: Settings,
  make: (number: number) => WebhookRequest,
): Promise<Throughput> {
  await sendAll(way, settings, make, Math.ceil(settings.count / 2));
  const measured: Throughput[] = [];
  for (let round = 0; round < settings.rounds; round += 1)
    measured.push(await sendAll(way, settings, make, settings.count));
  way.close();
  return { wall: median(measured.map(({ wall }) => wall)), core: median(measured.map(({ core }) => core)) };
}

async function measureAll(settings: Settings): Promise<readonly (readonly string[])[]> {
  const hosts = Array.from({ length: settings.receivers }, (_unused, at) => `partner-${at + 1}.example`);
  const authority = anAuthority();
  const { port, names, close } = await receiverProcess(authority, hosts);
  const urls = hosts.map((host) => `https://${host}:${port}/hooks`);
  const scene = { port, names, ca: authority.cert, parallel: settings.parallel };
  const rows: string[][] = [];
  for (const way of [ourSender, ourSenderKnowingNames, undiciAlone, nodeAlone].map((over) => over(scene))) {
    const { wall, core } = await measure(way, settings, deliveries(urls, settings));
    rows.push([way.name, String(Math.round(core)), String(Math.round(wall))]);
  }
  close();
  return rows;
}

async function main(): Promise<void> {
  const settings = options();
  if (settings.help) return console.log(USAGE);
  const { date, cpu, cores, memoryGb, system, node, commit, seed } = circumstances(settings.seed);
  const rows = await measureAll(settings);
  const { count, rounds, parallel, receivers, bytes } = settings;
  const figures = [
    `${date}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, commit ${commit}, seed ${seed}`,
    `${count} deliveries of ${bytes} bytes in each of ${rounds} rounds after a warm-up, ${parallel} at once to ${receivers} names,`,
    'signed one by one, over TLS on kept connections to a receiver in another process; medians. "and core" divides by',
    'the processor time of this process with all its threads, so that a busy machine does not count. The sender looks',
    'a name up for each connection, and is meant to reach 7000.',
    '',
    table(['By', 'a second and core', 'a second'], rows),
  ].join('\n');
  console.log(figures);
  if (settings.write) await writeFigures(RELIABILITY, 'sender', figures);
}

await main();
