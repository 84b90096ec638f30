import { anOffice } from '../office.ts';
import { Meter } from './meter.ts';
import { sumOf, type Usage } from './usage.ts';

/** Processor time and round trips of a call, in seconds; with a gigabyte. */
const CALL_SECONDS = 0.03;

/** What a call uses beside the table: the edge, its flood limit, the gateway, the function, its line in the log. */
export const ONE_CALL: Usage = {
  ...{ 'edge request': 1, 'flood limit request': 1, 'gateway request': 1 },
  ...{ 'function request': 1, 'function GB-second': CALL_SECONDS, trace: 0.05, 'log GB': 400 / 1e9 },
};

export interface OfficeUsage {
  readonly readOne: Usage;
  readonly readList: Usage;
}

/** What reads of a busy partner's workspace use, as the real handlers ask for it. */
export async function officeUsage(seed: number): Promise<OfficeUsage> {
  const meter = new Meter();
  const others = <Send>(client: { readonly send: Send }) => meter.watch(client, 'key request', { Decrypt: () => 1 });
  const office = await anOffice({ table: (client) => meter.watchTable(client), others }, seed);
  const reading = async (path: string): Promise<Usage> => {
    const { statusCode, body = '' } = await office.request('GET', path).send();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return { 'GB out': (Buffer.byteLength(body) + 600) / 1e9 };
  };
  const used = async (path: string): Promise<Usage> => {
    await reading(path);
    meter.read();
    const out = await reading(path);
    return sumOf(ONE_CALL, out, meter.read());
  };
  const readOne = await used(`/meetings/${office.crowdedMeetingId}`);
  const readList = await used(`/meetings?workspace_id=${office.workspaceId}&limit=25`);
  return { readOne, readList };
}
