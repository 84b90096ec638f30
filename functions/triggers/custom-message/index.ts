import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { mayRepeatCode } from '#shared/accounts/identity/commands/repeat-code';
import { worker } from '#shared/wiring/worker';

/**
 * Cognito's custom message trigger, which comes before each of its mails: refuses by throwing. A code that is sent again
 * may be asked for on our page and on Cognito's own, whose limits are by account alone; here both count. Codes of sign-ups
 * were counted by our page. Codes for a new password go to addresses that have shown a code; to refuse them would tell which
 * addresses have an account.
 */
export const customMessage =
  (mayRepeat: (account: string) => Promise<boolean>) =>
  async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
    if (event.triggerSource !== 'CustomMessage_ResendCode') return event;
    // The name is a UUID of Cognito's: people sign in by address.
    if (!(await mayRepeat(event.userName))) throw new Error('Too many codes were sent today. Try again tomorrow.');
    return event;
  };

export const handler = worker((context) => customMessage(mayRepeatCode(context)));
