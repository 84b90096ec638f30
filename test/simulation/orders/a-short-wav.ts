import { wavHeader } from '#test/support/wav-header';

const SAMPLES_A_SECOND = 4_000;

/** A second of silence: PCM of 8 bits, one channel. */
export const aShortWav = (): Uint8Array =>
  Buffer.concat([wavHeader(SAMPLES_A_SECOND, SAMPLES_A_SECOND), Buffer.alloc(SAMPLES_A_SECOND, 0x80)]);
