import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { sealedSignUpProofs } from '#shared/accounts/identity/cognito/sealed-sign-up-proofs';
import type { SignUpProofs } from '#shared/accounts/identity/ports';
import { looksLikeEmail } from '#shared/accounts/identity/rules/password';
import type { Clock } from '#shared/foundation/core/clock';
import { comparableEmail } from '#shared/foundation/core/people';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { systemClock } from '#shared/foundation/platform/system-clock';

interface Dependencies {
  readonly proofs: Pick<SignUpProofs, 'isValid'>;
  readonly clock: Clock;
}

/**
 * Cognito's pre-sign-up trigger: refuses every sign-up that our page has not made, by throwing. Operators, who have
 * permissions of AWS, may create users without it.
 */
export const preSignUp =
  ({ proofs, clock }: Dependencies) =>
  async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
    const { userAttributes, validationData } = event.request;
    const email = comparableEmail(userAttributes['email'] ?? '');
    const proof = validationData?.['proof'] ?? '';
    const isOurs =
      event.triggerSource === 'PreSignUp_SignUp' &&
      looksLikeEmail(email) &&
      (await proofs.isValid(proof, email, clock.now()));
    if (!isOurs) throw new Error('Sign up on the page of this service.');
    return event;
  };

export const handler = lazyHandler(() =>
  preSignUp({ proofs: sealedSignUpProofs(kmsSealer(kmsClient(), requiredEnv('keyId'))), clock: systemClock }),
);
