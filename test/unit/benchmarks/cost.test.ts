import { auditUsage } from '#test/benchmarks/cost/audit-usage';
import { idleStorage } from '#test/benchmarks/cost/company-table';
import { downloadsAtMost } from '#test/benchmarks/cost/downloads-at-most';
import { idleUsage } from '#test/benchmarks/cost/idle-usage';
import { modelPrices, modelPricesIn } from '#test/benchmarks/cost/model-prices';
import { mostUsed, newWorkspacesAtMost } from '#test/benchmarks/cost/most-usage';
import { orderUsage } from '#test/benchmarks/cost/order-usage';
import { listPrices, pricesIn, UNITS } from '#test/benchmarks/cost/prices';
import { summaryBill, summaryUsage, twice } from '#test/benchmarks/cost/summary-usage';
import { sumsUsage } from '#test/benchmarks/cost/sums-usage';
import { readUnits, writeUnits } from '#test/benchmarks/cost/table-units';
import { billFor, sumOf, times, totalOf } from '#test/benchmarks/cost/usage';
import { webhooksAtMost } from '#test/benchmarks/cost/webhooks-at-most';
import { describe, expect, it } from '#test/support/jest';

const unitsOf = (...change: Parameters<typeof writeUnits>): number => {
  const { row, indexes } = writeUnits(...change);
  return row + indexes;
};

const aRow = (bytes: number, more = {}) => ({
  pk: { S: 'a' },
  sk: { S: '.' },
  text: { S: 'x'.repeat(bytes) },
  ...more,
});

describe('the most that a workspace costs', () => {
  const models = { asOf: '2026-11-01', source: '', models: { one: { usdPerMillionRead: 1, usdPerMillionWritten: 3 } } };
  const limits = {
    ...{ recognized_seconds: 3_600, translated_characters: 1_000_000, summarized_characters: 24_000 },
    ...{ stored_bytes: 1e12, bots_sent: 1_000 },
  };

  it('is each limit at the list price, with everything asked for twice', () => {
    expect(
      mostUsed(limits, listPrices(), models).map(({ what, hour, month }) => [what, hour.toFixed(2), month.toFixed(2)]),
    ).toEqual([
      ['bots of a recorder that is paid by the hour', '700.00', '5740.00'],
      ['Amazon Transcribe', '1.44', '1.44'],
      ['Amazon Translate', '33.00', '33.00'],
      ['translation by one', expect.any(String), expect.any(String)],
      ['summaries by one', expect.any(String), expect.any(String)],
      ['what is stored, on S3', '0.03', '23.00'],
    ]);
  });

  it('has the instructions and the answer of each request of a model, for texts of a few characters, too', () => {
    const [, , , translation, summaries] = mostUsed(limits, listPrices(), models);
    // A token for each character read and three for each written, twice, and instructions of a thousand to each.
    expect(translation?.hour).toBeGreaterThan(2 * (1 + 3));
    // In the second asking five segments of a hundred counted characters have instructions of six hundred.
    expect(translation?.hour).toBeGreaterThan(6);
    // Six summaries of the least that counts, each asked for twice, with an answer of 4,000 tokens.
    expect(summaries?.hour).toBeGreaterThan((2 * 6 * 3 * 4_000) / 1e6);
    expect([translation?.month, summaries?.month]).toEqual([translation?.hour, summaries?.hour]);
  });

  it('is what docs/decisions/webhooks-of-one-workspace.md says of the webhooks of a founder a day', async () => {
    const { hour } = await webhooksAtMost(listPrices());

    expect(24 * hour).toBeLessThanOrEqual(980);
    expect(24 * hour).toBeGreaterThan(970);
  });

  it('has a day of downloads at their limit, and a month of such days', () => {
    expect(downloadsAtMost(listPrices())).toMatchObject({ hour: 45, month: 31 * 45 });
  });

  it('is bounded for all new workspaces of a deployment: the bots of a day, and so many months of the dearest engines', () => {
    const { bots, ofEach, paid, day } = newWorkspacesAtMost(limits, listPrices(), models);
    const [, transcribe, translate, translation, summaries] = mostUsed(limits, listPrices(), models);

    const dearest = Math.max(translate?.month ?? 0, translation?.month ?? 0);
    expect(ofEach).toBeCloseTo((transcribe?.month ?? 0) + dearest + (summaries?.month ?? 0));
    expect([bots.toFixed(2), paid, day.toFixed(2)]).toEqual(['5740.00', 20, (bots + 20 * ofEach).toFixed(2)]);
  });

  it('has no bound where a kind has no limit', () => {
    const { recognized_seconds: _seconds, ...others } = limits;
    expect(() => mostUsed(others, listPrices(), models)).toThrow('There is no limit of recognized_seconds.');
  });
});

describe('the price file', () => {
  it('has a price for everything that is paid for, and nothing else', () => {
    expect(Object.keys(listPrices().prices).sort()).toEqual([...UNITS].sort());
  });

  it('says of when and from where it is', () => {
    expect(listPrices()).toMatchObject({ region: 'us-east-1', asOf: expect.any(String), source: expect.any(String) });
  });

  it('is refused with a price that is none', () => {
    const broken = { ...listPrices(), prices: { 'bus event': { usd: '1', per: 1_000_000 } } };

    expect(() => pricesIn(JSON.stringify(broken))).toThrow();
  });
});

describe('a bill', () => {
  const usage = sumOf({ 'bus event': 2, 'queue request': 5 }, times({ 'bus event': 1 }, 8));

  it('has each unit at its price, and they add up', () => {
    const bill = billFor(times(usage, 1_000_000), listPrices());

    expect(bill).toEqual({ 'bus event': 10, 'queue request': 2 });
    expect(totalOf(bill)).toBe(12);
  });

  it('is refused where something has no price', () => {
    expect(() => billFor({ 'telephone call': 1 }, listPrices())).toThrow('telephone call');
  });
});

describe('a stage in which nothing happens', () => {
  it.each([
    ['sandbox', 4.5],
    ['production', 20],
  ] as const)('costs at most what was promised a month: %s, $%d', (stage, dollars) => {
    expect(totalOf(billFor(idleUsage(stage), listPrices()))).toBeLessThanOrEqual(dollars);
  });

  it('is billed for the alarms and the dashboard of a sandbox with an address for alarms alone', () => {
    const [without, with_] = [idleUsage('sandbox'), idleUsage('sandbox with alarms')];
    expect([without['alarm month'], without['dashboard month']]).toEqual([0, 0]);
    expect([with_['alarm month'], with_['dashboard month']]).toEqual([expect.any(Number), 1]);
    expect(with_['alarm month']).toBeGreaterThan(20);
  });
});

describe('the cost of an order', () => {
  it('has the minutes of its audio, and what its workers ask of S3', async () => {
    const { transcribedHour, exportedHour } = await orderUsage();

    // The upload, its head (twice, for its length and its clock), its copy, the result, the text, and a list of the rest.
    expect(transcribedHour).toMatchObject({ 'Transcribe minute': 60, 'S3 write request': 5, 'S3 read request': 8 });
    expect(exportedHour).toMatchObject({ 'S3 write request': 1, 'S3 read request': 2 });
    expect(totalOf(billFor(sumOf(transcribedHour, exportedHour), listPrices()))).toBeCloseTo(60 * 0.024, 2);
  });
});

describe('the cost of an audited change', () => {
  it('has its audit event: the row in the transaction, its place in the list, and a year of storage', async () => {
    const { change, event } = await auditUsage();

    expect(event).toEqual({ 'table write unit': 3, 'table GB-month': expect.any(Number) });
    expect(event['table GB-month']).toBeGreaterThan((12 * 300) / 1e9);
    expect(change['table write unit']).toBeGreaterThan(3);
  });
});

describe('the cost of an idle workspace', () => {
  it('has two sums of its webhooks a month, and reads the statistics of each endpoint', async () => {
    const [one, three] = [await sumsUsage(1), await sumsUsage(3)];

    expect(one['bus event']).toBeCloseTo(30 / 14);
    expect(three['table read unit']).toBeGreaterThan(Number(one['table read unit']));
    expect(three['table write unit']).toBe(one['table write unit']);
  });

  it('has the storage of the rows of its owner, and no row of people', async () => {
    expect((await idleStorage(/^mbr_/))['table GB-month']).toBeGreaterThan(0);
    expect(await idleStorage(/^per_/)).toEqual({ 'table GB-month': 0 });
  });
});

describe('the cost of a summary', () => {
  it('has the requests of the summarizer: one for each part, and those that join them in rounds, answered with all tokens', async () => {
    const [one, four] = [await summaryUsage(1, 'english'), await summaryUsage(4, 'english')];

    expect([one.requests, four.requests]).toEqual([5, 21]);
    expect([one.tokensWritten, four.tokensWritten]).toEqual([20_000, 84_000]);
    expect(four.tokensRead).toBeGreaterThan(3 * one.tokensRead);
  });

  it('is the tokens at the prices of a model, and double where each request is made twice', () => {
    const prices = { ...modelPrices(), models: { m: { usdPerMillionRead: 2, usdPerMillionWritten: 8 } } };
    const usage = { requests: 1, tokensRead: 500_000, tokensWritten: 250_000 };

    expect(summaryBill(usage, prices)).toEqual([{ model: 'm', dollars: 3 }]);
    expect(summaryBill(twice(usage), prices)).toEqual([{ model: 'm', dollars: 6 }]);
  });

  it('is refused with a price that is none', () => {
    const broken = { ...modelPrices(), models: { m: { usdPerMillionRead: 0, usdPerMillionWritten: 8 } } };

    expect(() => modelPricesIn(JSON.stringify(broken))).toThrow();
  });
});

describe('units of the table', () => {
  it.each([
    [0, 1],
    [1_000, 1],
    [1_100, 2],
  ])('a new row of %s bytes takes %s to write, twice as many in a transaction', (bytes, units) => {
    expect([false, true].map((inTransaction) => unitsOf(undefined, aRow(bytes), inTransaction))).toEqual([
      units,
      2 * units,
    ]);
  });

  it('count the larger of what was there and what is', () => {
    expect(unitsOf(aRow(3_000), aRow(10), false)).toBe(3);
  });

  it('count an index where its entry appears, moves or goes, and not where it stays', () => {
    const due = (at: string) => ({ due_pk: { S: 'DUE#0' }, due_at: { N: at } });

    expect(unitsOf(undefined, aRow(10, due('1')), false)).toBe(2);
    expect(unitsOf(aRow(10, due('1')), aRow(20, due('1')), false)).toBe(1);
    expect(unitsOf(aRow(10, due('1')), aRow(10, due('2')), false)).toBe(3);
    expect(unitsOf(aRow(10, due('1')), aRow(10), false)).toBe(2);
  });

  it('are four kilobytes to read, and half of it for a list that may lag', () => {
    expect([readUnits(0, true), readUnits(4_097, true), readUnits(4_096, false)]).toEqual([1, 2, 0.5]);
  });
});
