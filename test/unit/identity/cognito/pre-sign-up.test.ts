import type { PreSignUpTriggerEvent } from 'aws-lambda';
import fc from 'fast-check';
import { preSignUp } from '#functions/triggers/pre-sign-up/index';
import { sealedSignUpProofs } from '#shared/accounts/identity/cognito/sealed-sign-up-proofs';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const ADA = 'ada@lovelace.test';

interface Sent {
  readonly email?: string;
  readonly proof?: string;
  readonly source?: PreSignUpTriggerEvent['triggerSource'];
}

/** The trigger, and the proofs that the sign-up page makes with the same key. */
function aTrigger() {
  const clock = aClock();
  const kms = inMemoryKms();
  const sealer = kmsSealer(kms, 'secrets-key');
  const proofs = sealedSignUpProofs(sealer);
  const trigger = preSignUp({ proofs, clock });
  const signUp = ({ email = ADA, proof, source = 'PreSignUp_SignUp' }: Sent) =>
    trigger({
      version: '1',
      region: 'eu-central-1',
      userPoolId: 'eu-central-1_pool',
      userName: 'a-uuid',
      callerContext: { awsSdkVersion: '3', clientId: 'client' },
      triggerSource: source,
      request: { userAttributes: { email }, ...(proof !== undefined && { validationData: { proof } }) },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
  return { clock, sealer, signUp, proofFor: (email: string) => proofs.make(email, clock.now()) };
}

const REFUSED = 'Sign up on the page of this service.';

describe('sign-up limits hold at the identity provider: a sign-up', () => {
  it('is accepted with the proof that our page made for its address', async () => {
    const { signUp, proofFor } = aTrigger();

    const event = await signUp({ proof: await proofFor(ADA) });

    expect(event.response).toEqual({ autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false });
  });

  it('is accepted whatever the case in which Cognito has the address', async () => {
    const { signUp, proofFor } = aTrigger();
    await expect(signUp({ proof: await proofFor(ADA), email: 'Ada@Lovelace.test' })).resolves.toBeDefined();
  });

  it('is refused without a proof', async () => {
    await expect(aTrigger().signUp({})).rejects.toThrow(REFUSED);
  });

  it('is refused with the proof for another address', async () => {
    const { signUp, proofFor } = aTrigger();
    await expect(signUp({ proof: await proofFor('eve@evil.test') })).rejects.toThrow(REFUSED);
  });

  it('is refused with the proof of another deployment', async () => {
    const proof = await aTrigger().proofFor(ADA);
    await expect(aTrigger().signUp({ proof })).rejects.toThrow(REFUSED);
  });

  it('is refused two minutes after the proof was made, and not before', async () => {
    const { clock, signUp, proofFor } = aTrigger();
    const proof = await proofFor(ADA);
    clock.advance(2 * MINUTE_MS - SECOND_MS);
    await expect(signUp({ proof })).resolves.toBeDefined();
    clock.advance(SECOND_MS);
    await expect(signUp({ proof })).rejects.toThrow(REFUSED);
  });

  it('is refused with any one character of the proof changed', async () => {
    const { signUp, proofFor } = aTrigger();
    const proof = await proofFor(ADA);
    for (const at of proof.replace(/=+$/, '').slice(0, -1).split('').keys()) {
      const changed = proof[at] === 'A' ? 'B' : 'A';
      await expect(signUp({ proof: proof.slice(0, at) + changed + proof.slice(at + 1) })).rejects.toThrow(REFUSED);
    }
  });

  it('is refused with a text that was sealed in another context', async () => {
    const { clock, sealer, signUp } = aTrigger();
    const context = { workspace: 'wks_1', resource: 'whe_1' };
    const proof = await sealer.seal(`${clock.now() + MINUTE_MS} ${ADA}`, context);
    await expect(signUp({ proof })).rejects.toThrow(REFUSED);
  });

  it('is refused with a proof that is valid for longer than the page makes one', async () => {
    const { clock, sealer, signUp } = aTrigger();
    const context = { workspace: 'none', resource: 'sign-up-proof' };
    const proof = await sealer.seal(`${clock.now() + 5 * MINUTE_MS} ${ADA}`, context);
    await expect(signUp({ proof })).rejects.toThrow(REFUSED);
  });

  it('is refused with any other text as its proof', async () => {
    const { signUp } = aTrigger();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9+/]{40,200}={0,2}$/)), async (proof) => {
        await expect(signUp({ proof })).rejects.toThrow(REFUSED);
      }),
    );
  });

  it('is refused by another provider, also with a proof', async () => {
    const { signUp, proofFor } = aTrigger();
    const proof = await proofFor(ADA);
    await expect(signUp({ proof, source: 'PreSignUp_ExternalProvider' })).rejects.toThrow(REFUSED);
  });

  it('is not asked for a proof when an operator creates the user', async () => {
    await expect(aTrigger().signUp({ source: 'PreSignUp_AdminCreateUser' })).resolves.toBeDefined();
  });
});
