import { BASE_URL } from '#test/support/api';
import type { api } from './api.ts';
import type { Preset } from './chances.ts';
import { ofClients } from './invariants/clients.ts';
import { ofEmission } from './invariants/emission.ts';
import { ofReports, ofStats } from './invariants/operational.ts';
import { ofRates } from './invariants/rates.ts';
import { ofRequests } from './invariants/requests.ts';
import { ofRest } from './invariants/rest.ts';
import { ofSchedule, wentOut } from './invariants/schedule.ts';
import { unless } from './invariants/unless.ts';
import type { Outcome } from './outcome.ts';

interface Looking {
  readonly preset: Preset;
  readonly call: ReturnType<typeof api>;
  /** Of an owner, by workspace. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Which promises of docs/reliability.md do not hold, now that it is quiet; each in a sentence that begins with its name. */
export async function brokenPromises(outcome: Outcome, looking: Looking): Promise<readonly string[]> {
  const { histories } = outcome;
  const mayRepeat = looking.preset !== 'none' && looking.preset !== 'twice';
  return [
    ...ofEmission(outcome),
    ...histories.flatMap((history) => ofSchedule(history, looking.preset)),
    ...ofRequests(outcome),
    ...ofRates(outcome),
    ...ofRest(outcome),
    ...ofClients(outcome),
    ...ofReports(outcome, looking.preset),
    ...ofStats(outcome),
    ...unless(mayRepeat || extraSends(outcome) === 0, 'without faults something was sent that is on no record'),
    ...(await ofLists(outcome, looking)),
  ];
}

const extraSends = ({ histories }: Outcome): number =>
  histories.reduce((sum, { received, attempts }) => sum + received.length - attempts.filter(wentOut).length, 0);

/** I13: the list of failed events has exactly those. */
async function ofLists({ histories }: Outcome, { call, keys }: Looking): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [workspaceId, key] of keys) {
    const listed: string[] = [];
    let path: string | undefined = `/webhook_events?workspace_id=${workspaceId}&delivery_status=failed&limit=10`;
    do {
      const answered = await call({ method: 'GET', path, key });
      if (answered?.status !== 200) return ['I13: the list of failed events is not answered'];
      listed.push(...answered.body.data.map(({ id }: { id: string }) => id));
      path = answered.body._links.next?.url.replace(BASE_URL, '');
    } while (path);
    const failed = histories.filter(({ delivery: one }) => one.status === 'failed' && one.workspaceId === workspaceId);
    const expected = failed.map(({ delivery }) => delivery.id as string).sort();
    if (expected.join() !== listed.sort().join())
      broken.push(`I13: ${listed.length} failed events are listed, and there are ${expected.length}`);
  }
  return broken;
}
