import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { mayResetPassword } from '#shared/accounts/identity/commands/password-code';
import { keepFirstCodes, mayRepeatCode } from '#shared/accounts/identity/commands/repeat-code';
import { worker } from '#shared/wiring/worker';

/** By account: a UUID of Cognito's, since people sign in by address. */
interface Codes {
  readonly keepFirst: (account: string) => Promise<void>;
  readonly mayRepeat: (account: string) => Promise<boolean>;
  readonly mayReset: (account: string) => Promise<boolean>;
}

/**
 * Cognito's custom message trigger, which comes before each of its mails: refuses by throwing. A code that is sent again
 * may be asked for on our page and on Cognito's own, and one for a new password there alone, where limits are by account;
 * here all count. Codes of sign-ups were counted by our page. No one but an operator can ask for any other mail: the client
 * issues no token for the attributes of a person, and there is no second factor.
 */
export const customMessage =
  ({ keepFirst, mayRepeat, mayReset }: Codes) =>
  async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
    const { triggerSource, userName } = event;
    if (triggerSource === 'CustomMessage_SignUp') await keepFirst(userName);
    const isOverLimit =
      (triggerSource === 'CustomMessage_ResendCode' && !(await mayRepeat(userName))) ||
      (triggerSource === 'CustomMessage_ForgotPassword' && !(await mayReset(userName)));
    if (isOverLimit) throw new Error('Too many codes were sent today. Try again tomorrow.');
    return event;
  };

export const handler = worker((context) =>
  customMessage({
    keepFirst: keepFirstCodes(context),
    mayRepeat: mayRepeatCode(context),
    mayReset: mayResetPassword(context),
  }),
);
