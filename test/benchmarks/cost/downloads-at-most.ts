import type { Instant } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import type { MostUsed } from './most-usage.ts';
import type { Prices } from './prices.ts';
import { billFor, totalOf } from './usage.ts';

const BYTES_A_GIGABYTE = 1e9;
const DAYS = 31;

/** What links of one workspace send at its limit of a day, without what S3 tells of when it is used up. */
export function downloadsAtMost(prices: Prices): MostUsed {
  const { most } = useFactory()('downloaded_bytes', '', 0 as Instant);
  const dollars = totalOf(billFor({ 'GB out': most / BYTES_A_GIGABYTE }, prices));
  return { what: 'what is downloaded, from S3', hour: dollars, month: DAYS * dollars };
}
