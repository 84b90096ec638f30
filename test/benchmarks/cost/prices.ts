import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const FILE = join(import.meta.dirname, '../../../assets/prices/us-east-1.json');

const positive = v.pipe(v.number(), v.gtValue(0));

/** What is paid for. */
export const UNITS = [
  ...['table read unit', 'table write unit', 'table GB-month', 'queue request', 'bus event'],
  ...['function request', 'function GB-second', 'key request', 'key month', 'gateway request', 'edge request'],
  ...['socket message', 'socket minute'],
  ...['flood limit request', 'flood limit month', 'log GB', 'trace', 'alarm month', 'metric month'],
  ...['dashboard month', 'GB out', 'S3 write request', 'S3 read request', 'Transcribe minute'],
  'Translate character',
  ...['S3 GB-month', 'mail', 'bot hour'],
] as const;

const Prices = v.strictObject({
  region: v.string(),
  asOf: v.pipe(v.string(), v.isoDate()),
  source: v.string(),
  /** US dollars for so many of it. */
  prices: v.record(v.string(), v.strictObject({ usd: positive, per: positive })),
});

export type Prices = v.InferOutput<typeof Prices>;

/** List prices, as the file says. Throws where it is not one. */
export const pricesIn = (text: string): Prices => v.parse(Prices, JSON.parse(text));

export const listPrices = (): Prices => pricesIn(readFileSync(FILE, 'utf8'));
