import { MINUTE_MS } from '#shared/foundation/core/time';

/** What a minute of media costs. A type and not an interface, since it is stored as JSON. */
export type PricePerMinute = {
  /** ISO 4217, of a currency that has cents. */
  readonly currency: string;
  /** A whole number of hundredths of a cent. */
  readonly centHundredths: number;
};

const WRITTEN = /^(\d{1,4})(?:\.(\d{1,4}))? ?([A-Z]{3})$/;
const HUNDREDTHS_PER_CENT = 100;

/** As a deployment writes it, `0.12EUR`; undefined for an empty text. Throws for any other, and for a currency without cents. */
export function readPrice(text: string): PricePerMinute | undefined {
  if (text === '') return undefined;
  const [, units, fraction = '', currency] = WRITTEN.exec(text) ?? [];
  if (units === undefined || currency === undefined || !hasCents(currency))
    throw new Error(`A price per minute is an amount and a currency that has cents, such as 0.12EUR, not "${text}".`);
  return { currency, centHundredths: Number(`${units}${fraction.padEnd(4, '0')}`) };
}

const hasCents = (currency: string): boolean =>
  Intl.supportedValuesOf('currency').includes(currency) &&
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2;

/** What media of a length cost: by the millisecond, in whole cents, rounded up. */
export function costInCents({ centHundredths }: PricePerMinute, seconds: number): number {
  const cost = Math.round(seconds * 1000) * centHundredths;
  const unit = MINUTE_MS * HUNDREDTHS_PER_CENT;
  const rest = cost % unit;
  return (cost - rest) / unit + (rest > 0 ? 1 : 0);
}
