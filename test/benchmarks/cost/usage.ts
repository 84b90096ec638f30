import type { Prices } from './prices.ts';

/** How much was used, by what is paid for. */
export type Usage = Readonly<Record<string, number>>;

export const sumOf = (...usages: readonly Usage[]): Usage => {
  const sum: Record<string, number> = {};
  for (const usage of usages) for (const [unit, amount] of Object.entries(usage)) sum[unit] = (sum[unit] ?? 0) + amount;
  return sum;
};

export const times = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([unit, amount]) => [unit, amount * factor]));

/** US dollars by unit. Throws for a unit without a price: what is used is not free because its price is missing. */
export const billFor = (usage: Usage, { prices }: Prices): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([unit, amount]) => {
      const price = prices[unit];
      if (!price) throw new Error(`There is no price for a ${unit}.`);
      return [unit, (amount * price.usd) / price.per];
    }),
  );

export const totalOf = (bill: Usage): number => Object.values(bill).reduce((total, dollars) => total + dollars, 0);
