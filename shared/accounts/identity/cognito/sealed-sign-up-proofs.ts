import type { SignUpProofs } from '#shared/accounts/identity/ports';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** Long enough for the request to Cognito and its trigger, with clocks that differ a little. */
const VALID_MS = 2 * MINUTE_MS;

/** Encryption context of proofs: the page may only seal in it, the trigger only open (lib/constructs/secrets-key.ts). */
const CONTEXT = { workspace: 'none', resource: 'sign-up-proof' };

/** Base64 of a sealed time and address; an address has at most 254 characters. */
const PROOF = /^[A-Za-z0-9+/]{40,1500}={0,2}$/;

/** The end of its validity in milliseconds, and the address. */
const CONTENT = /^(\d{13}) (.+)$/;

/** Proofs sealed with the key of the deployment's secrets: what opens was sealed by the sign-up page. */
export const sealedSignUpProofs = (sealer: Sealer): SignUpProofs => ({
  make: (email, now) => sealer.seal(`${later(now, VALID_MS)} ${email}`, CONTEXT),

  async isValid(proof, email, now) {
    if (!PROOF.test(proof)) return false;
    const [, end, address] = CONTENT.exec((await undefinedIfUndecryptable(sealer.open(proof, CONTEXT))) ?? '') ?? [];
    const endsAt = Number(end) as Instant;
    return address === email && endsAt > now && endsAt <= later(now, 2 * VALID_MS);
  },
});
