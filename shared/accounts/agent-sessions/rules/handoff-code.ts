/** 160 bits. */
const BYTES = 20;
/** Base32 without i, l, o and u, which are easily misread (Crockford). */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The prefix lets secret scanners find leaked codes. */
const CODE = /^rah_[0-9a-hjkmnp-tv-z]{32}$/;

/** A new code: `rah_` and 32 digits of base32. */
export const newHandoffCode = (randomBytes: (size: number) => Uint8Array): string =>
  `rah_${base32(randomBytes(BYTES))}`;

/** The code in a pasted text; undefined for a text that cannot be a code, which costs no read. */
export function parseHandoffCode(pasted: string): string | undefined {
  const code = pasted.trim();
  return CODE.test(code) ? code : undefined;
}

function base32(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let digits = '';
  for (; digits.length < (bytes.length * 8) / 5; rest /= 32n) digits = DIGITS.charAt(Number(rest % 32n)) + digits;
  return digits;
}
