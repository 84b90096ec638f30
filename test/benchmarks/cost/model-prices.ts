import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const FILE = join(import.meta.dirname, '../../../assets/prices/models.json');

const positive = v.pipe(v.number(), v.gtValue(0));

const ModelPrices = v.strictObject({
  asOf: v.pipe(v.string(), v.isoDate()),
  source: v.string(),
  /** US dollars for a million tokens, by model. */
  models: v.record(v.string(), v.strictObject({ usdPerMillionRead: positive, usdPerMillionWritten: positive })),
});

export type ModelPrices = v.InferOutput<typeof ModelPrices>;

/** List prices of language models, as the file says. Throws where it is not one. */
export const modelPricesIn = (text: string): ModelPrices => v.parse(ModelPrices, JSON.parse(text));

export const modelPrices = (): ModelPrices => modelPricesIn(readFileSync(FILE, 'utf8'));
