import { parseArgs } from 'node:util';
import type { Fetch } from '#shared/capture/recorders/requests/send-request';
import { attendeePeer } from './attendee-peer.ts';
import type { Peer } from './peer.ts';
import { playedPeers } from './played-peers.ts';
import { type CheckResult, runChecks } from './run-checks.ts';
import { vexaPeer } from './vexa-peer.ts';

const USAGE = `npm test -- peers [--attendee URL --key KEY [--secret BASE64] [--shell COMMAND]]
                     [--vexa URL --key KEY [--meeting-api URL --internal-secret SECRET --redis COMMAND]]

Checks the adapters against the API of a recorder that runs; without arguments against the servers that play them here.

  --attendee URL         origin of Attendee, such as http://127.0.0.1:8000
  --secret BASE64        its webhook secret
  --shell COMMAND        its Django shell, such as "docker compose exec -T attendee-app-local python manage.py shell":
                         without it what needs a call is left out
  --vexa URL             the gateway of Vexa, such as http://127.0.0.1:18056
  --meeting-api URL      the meeting API behind it: without it what needs a call is left out
  --internal-secret S    INTERNAL_API_SECRET of Vexa
  --redis COMMAND        its Redis, such as "redis-cli -p 6379"
  --key KEY              the API key of the recorder
  --patient              waits two minutes for each response, not 20 seconds: for a recorder on a busy machine

Bots are created for made-up Meet links. Run it against a recorder that sends no real bots.`;

/** With a longer limit in the place of the adapter's. */
const patiently: Fetch = (request) => fetch(new Request(request, { signal: AbortSignal.timeout(120_000) }));

const say = (text: string) => process.stdout.write(`${text}\n`);

async function peersOf(): Promise<readonly Peer[]> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      attendee: text,
      vexa: text,
      key: text,
      secret: text,
      shell: text,
      'meeting-api': text,
      'internal-secret': text,
      redis: text,
      patient: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { key = '', secret, shell } = values;
  if (values.help) return [];
  const send: Fetch = values.patient ? patiently : (request) => fetch(request);
  if (values.attendee) return [await attendeePeer({ url: values.attendee, key, send, secret, shell })];
  if (!values.vexa) return playedPeers();
  const internalSecret = values['internal-secret'] ?? '';
  const access = { meetingApi: values['meeting-api'], internalSecret, redis: values.redis ?? 'redis-cli' };
  return [await vexaPeer({ url: values.vexa, key, send, ...access })];
}

const line = ({ name, milliseconds, fault }: CheckResult): string =>
  fault === undefined ? `  holds   ${name} (${milliseconds} ms)` : `  FAILS   ${name}: ${fault}`;

const peers = await peersOf();
if (peers.length === 0) say(USAGE);
for (const peer of peers) {
  say(peer.name);
  const results = await runChecks(peer, (result) => say(line(result)));
  const failing = results.filter(({ fault }) => fault !== undefined);
  say(`${results.length} checks, ${failing.length} failing`);
  if (failing.length > 0) process.exitCode = 1;
  await peer.means?.close();
}
