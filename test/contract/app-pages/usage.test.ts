import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import type { UsageFact } from '#shared/accounts/usage/rules/usage';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** An office that used this much, on days of November, the current month, and October. */
async function anOfficeThatUsed(...facts: readonly Pick<UsageFact, 'kind' | 'day' | 'amount'>[]) {
  const office = await anOffice();
  const { world, owner, path } = office;
  await countUsage(world.context)({
    workspaceId: owner.workspaceId,
    facts: facts.map((fact, nth) => ({ ...fact, subject: `subject-${nth}`, memberId: null })),
    files: [],
  });
  const rows = async () => {
    const { text } = await (await office.ownersBrowser()).get(path('usage'));
    const cells = (row: string) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell));
    const [, ...rows] = [...text.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row));
    return rows;
  };
  return { ...office, rows };
}

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '').trim();

describe('GET /app/workspaces/{wks}/usage', () => {
  it('shows each kind with this month, its limit and the month before', async () => {
    const { rows, world, owner } = await anOfficeThatUsed(
      { kind: 'recorded_minutes', day: '2026-11-01', amount: 5_400 },
      { kind: 'recorded_minutes', day: '2026-10-31', amount: 90 },
      { kind: 'bots_sent', day: '2026-11-02', amount: 3 },
      { kind: 'exports', day: '2026-09-30', amount: 7 },
    );
    await setUsageLimits(world.context)(owner.workspaceId, { recorded_minutes: 100, bots_sent: 3, exports: 10 });

    expect(await rows()).toEqual([
      ['Bots sent', '3', '3 Used up', '0'],
      ['Minutes recorded', '90', '100 Over 80 % used', '1.5'],
      ['Minutes transcribed', '0', 'None', '0'],
      ['Minutes translated', '0', 'None', '0'],
      ['Exports', '0', '10', '0'],
      ['Characters translated', '0', '1000000', '0'],
      ['Characters summarized', '0', '1000000', '0'],
      ['Seconds of speech recognized', '0', '36000', '0'],
      ['Webhooks delivered', '0', 'None', '0'],
      ['Gigabytes stored', '0', 'None', '0'],
    ]);
  });
});
