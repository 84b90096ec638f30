import { validation } from './errors.ts';

/** An exact decimal: `digits` divided by ten to the power of `scale`, without trailing zeros. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Precision and range of a number attribute, from the developer guide. */
const MOST_DIGITS = 38;
const LARGEST_EXPONENT = 125;
const SMALLEST_EXPONENT = -130;

export const decimalOf = (text: string): Decimal => {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (whole + fraction === '') throw validation(`The parameter cannot be converted to a numeric value: ${text}`);
  return trimmed(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), fraction.length - Number(exponent));
};

/** Most numbers: whole, of at most 15 digits, and written as DynamoDB writes them. */
const PLAIN_WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;

/** The one way DynamoDB writes a number down; refuses what it cannot hold. */
export const canonicalNumber = (text: string): string =>
  PLAIN_WHOLE.test(text) ? text : textOf(withinRange(decimalOf(text)));

export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const difference = plus(a, { ...b, digits: -b.digits }).digits;
  return difference < 0n ? -1 : Number(difference > 0n);
};

/** Adds two canonical numbers exactly. */
export const addNumbers = (a: string, b: string): string => textOf(withinRange(plus(decimalOf(a), decimalOf(b))));

export const subtractNumbers = (a: string, b: string): string => {
  const { digits, scale } = decimalOf(b);
  return textOf(withinRange(plus(decimalOf(a), { digits: -digits, scale })));
};

const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return trimmed(a.digits * 10n ** BigInt(scale - a.scale) + b.digits * 10n ** BigInt(scale - b.scale), scale);
};

const trimmed = (digits: bigint, scale: number): Decimal => {
  if (digits === 0n) return { digits, scale: 0 };
  const text = digits.toString();
  const zeros = text.length - text.replace(/0+$/, '').length;
  return { digits: digits / 10n ** BigInt(zeros), scale: scale - zeros };
};

const withinRange = (number: Decimal): Decimal => {
  const length = number.digits.toString().replace('-', '').length;
  const exponent = length - 1 - number.scale;
  if (length > MOST_DIGITS) throw validation('Attempting to store more than 38 significant digits in a Number');
  if (number.digits !== 0n && exponent > LARGEST_EXPONENT)
    throw validation('Number overflow. Attempting to store a number with magnitude larger than supported range');
  if (number.digits !== 0n && exponent < SMALLEST_EXPONENT)
    throw validation('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  return number;
};

const textOf = ({ digits, scale }: Decimal): string => {
  if (scale <= 0) return `${digits}${'0'.repeat(digits === 0n ? 0 : -scale)}`;
  const sign = digits < 0n ? '-' : '';
  const text = digits
    .toString()
    .replace('-', '')
    .padStart(scale + 1, '0');
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
};
