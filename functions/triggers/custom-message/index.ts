import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { keepFirstCodes, mayRepeatCode } from '#shared/accounts/identity/commands/repeat-code';
import { worker } from '#shared/wiring/worker';

/** By account: a UUID of Cognito's, since people sign in by address. */
interface Codes {
  readonly keepFirst: (account: string) => Promise<void>;
  readonly mayRepeat: (account: string) => Promise<boolean>;
}

/**
 * Cognito's custom message trigger, which comes before each of its mails: refuses by throwing. A code that is sent again
 * may be asked for on our page and on Cognito's own, whose limits are by account alone; here both count. Codes of sign-ups
 * were counted by our page. Codes for a new password go to addresses that have shown a code; to refuse them would tell which
 * addresses have an account.
 */
export const customMessage =
  ({ keepFirst, mayRepeat }: Codes) =>
  async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
    const { triggerSource, userName } = event;
    if (triggerSource === 'CustomMessage_SignUp') await keepFirst(userName);
    if (triggerSource === 'CustomMessage_ResendCode' && !(await mayRepeat(userName)))
      throw new Error('Too many codes were sent today. Try again tomorrow.');
    return event;
  };

export const handler = worker((context) =>
  customMessage({ keepFirst: keepFirstCodes(context), mayRepeat: mayRepeatCode(context) }),
);
