import type { MeetingId } from '#shared/foundation/core/ids';
import { useFactory } from '#shared/foundation/core/uses';
import { anAgentsOffice } from '#test/contract/connector/an-agents-office';
import { anArchive } from '#test/support/an-archive';
import { generatedMeetings } from '#test/support/generated-meetings';
import { table } from '../table.ts';
import { Meter } from './meter.ts';
import { ONE_CALL } from './office-usage.ts';
import type { Prices } from './prices.ts';
import { billFor, sumOf, times, totalOf, type Usage } from './usage.ts';

/** Meetings of the workspace: a month of a busy team. */
export const MEETINGS = 500;
const MILLION = 1_000_000;

/** A guess of the processor time of a call, in seconds, at 1,769 MB as in lib/constructs; a search takes longer. */
const CALL_GB_SECONDS = 0.04 * (1_769 / 1_024);
const SEARCH_GB_SECONDS = 0.1 * (1_769 / 1_024);
const SEARCHES = ['search_meetings', 'search'];

interface ToolUsage {
  readonly tool: string;
  readonly usage: Usage;
  readonly bytes: number;
}

/** What a call of each tool uses, as the connector asks for it, once the function holds the packs of search. */
export async function agentUsage(meetings: number): Promise<readonly ToolUsage[]> {
  const meter = new Meter();
  const { ask, calls } = await anAgent(meter, meetings);
  const used: ToolUsage[] = [];
  for (const [tool, given] of calls) {
    await ask(tool, given);
    meter.read();
    const bytes = await ask(tool, given);
    const gbSeconds = SEARCHES.includes(tool) ? SEARCH_GB_SECONDS : CALL_GB_SECONDS;
    const call = { ...ONE_CALL, 'function GB-second': gbSeconds, 'GB out': (bytes + 600) / 1e9 };
    used.push({ tool, bytes, usage: sumOf(call, meter.read()) });
  }
  return used;
}

async function anAgent(meter: Meter, meetings: number) {
  const office = await anAgentsOffice({ useOf: useFactory({ agent_calls: Number.MAX_SAFE_INTEGER }) });
  const { world, owner, aRecording, anAgentOf, post } = office;
  const { meetingId } = await aRecording();
  const [first] = await anArchive(world, meetingId as MeetingId, generatedMeetings(1, meetings));
  const { token } = await anAgentOf(owner.userId);
  // The connector asks these doubles from here on: the office holds them by reference.
  Object.assign(world.dynamo, meter.watchTable({ send: world.dynamo.send }));
  const { get, keys, getTagged } = world.files;
  const counted =
    <Args extends readonly unknown[], Answer>(unit: string, work: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> => {
      meter.add({ [unit]: 1 });
      return work(...args);
    };
  Object.assign(world.files, {
    get: counted('S3 read request', get),
    getTagged: counted('S3 read request', getTagged),
    // S3 charges lists like writes.
    keys: counted('S3 write request', keys),
  });
  const meeting = { meeting_id: first };
  const calls: readonly (readonly [string, object])[] = [
    ['list_workspaces', {}],
    ['search_meetings', { text: 'Raccoon launch' }],
    ['list_meetings', {}],
    ['get_meeting', meeting],
    ['get_transcript', { ...meeting, around_seconds: 120 }],
    ['get_summary', meeting],
    ['list_action_items', {}],
    ['list_people', {}],
    ['list_companies', {}],
    ['search', { query: 'Raccoon launch' }],
    ['fetch', { id: first }],
  ];
  const ask = async (name: string, given: object): Promise<number> => {
    const response = await post({ token, method: 'tools/call', params: { name, arguments: given } });
    const text = await response.text();
    if (response.status !== 200 || text.includes('"isError":true')) throw new Error(`${name} failed: ${text}`);
    return Buffer.byteLength(text);
  };
  return { ask, calls };
}

/** US dollars for a million calls of each tool. */
export async function agentTable(prices: Prices, meetings: number): Promise<string> {
  const rows = (await agentUsage(meetings)).map(({ tool, usage, bytes }) => [
    tool,
    totalOf(billFor(times(usage, MILLION), prices)).toFixed(2),
    (usage['table read unit'] ?? 0).toFixed(1),
    (usage['table write unit'] ?? 0).toFixed(1),
    ((usage['S3 read request'] ?? 0) + (usage['S3 write request'] ?? 0)).toFixed(0),
    bytes.toLocaleString('en'),
  ]);
  return table(
    ['A million calls of', 'US dollars', 'read units each', 'write units each', 'S3 requests each', 'bytes each'],
    rows,
  );
}
