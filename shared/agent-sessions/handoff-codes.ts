import type { HandoffCodes } from '#shared/agent-sessions/ports/handoffs';

/** 160 bits. */
const BYTES = 20;
/** Without i, l, o and u, which people read as something else. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The beginning is for scanners that look for leaked secrets. */
const CODE = /^rah_[0-9a-hjkmnp-tv-z]{32}$/;

/** `rah_` and 32 letters and digits. */
export const handoffCodes = ({
  randomBytes,
}: {
  readonly randomBytes: (size: number) => Uint8Array;
}): HandoffCodes => ({
  make: () => `rah_${base32(randomBytes(BYTES))}`,

  read(pasted) {
    const code = pasted.trim();
    return CODE.test(code) ? code : undefined;
  },
});

function base32(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (; digits.length < (bytes.length * 8) / 5; rest /= 32n) digits = DIGITS.charAt(Number(rest % 32n)) + digits;
  return digits;
}
