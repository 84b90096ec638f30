import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { customMessage } from '#functions/triggers/custom-message/index';
import { mayRepeatCode } from '#shared/accounts/identity/commands/repeat-code';
import { type LimitOverrides, useFactory } from '#shared/foundation/core/limits';
import { DAY_MS } from '#shared/foundation/core/time';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

type Source = CustomMessageTriggerEvent['triggerSource'];

/** The trigger, as Cognito calls it before a mail to an account. */
function aTrigger(limits: LimitOverrides = {}) {
  const { clock, context } = aWorld();
  const trigger = customMessage(mayRepeatCode({ ...context, useOf: useFactory(limits) }));
  const send = async (account: string, triggerSource: Source = 'CustomMessage_ResendCode'): Promise<boolean> => {
    const event = {
      version: '1',
      region: 'eu-central-1',
      userPoolId: 'eu-central-1_pool',
      userName: account,
      callerContext: { awsSdkVersion: '3', clientId: 'client' },
      triggerSource,
      request: {
        userAttributes: { email: 'ada@lovelace.test' },
        codeParameter: '{####}',
        linkParameter: '',
        usernameParameter: null,
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    } as CustomMessageTriggerEvent;
    const sent = await trigger(event).catch((error: Error) => {
      expect(error.message).toBe('Too many codes were sent today. Try again tomorrow.');
      return undefined;
    });
    if (sent) expect(sent).toEqual(event);
    return sent !== undefined;
  };
  return { clock, send };
}

const REPEATED = Array.from({ length: 8 });

describe('a code that is sent again, on our page or on that of the identity provider', () => {
  it('is sent five times a day to one account, with the text of the pool', async () => {
    const { clock, send } = aTrigger();
    const sent = [];
    for (const _ of REPEATED) sent.push(await send('a-uuid'));
    expect(sent).toEqual([true, true, true, true, true, false, false, false]);
    expect(await send('another-uuid')).toBe(true);
    clock.advance(DAY_MS);
    expect(await send('a-uuid')).toBe(true);
  });

  it('is sent fifty times a day in a deployment, whichever accounts ask', async () => {
    const { send } = aTrigger();
    const sent = [];
    for (let nth = 0; nth < 60; nth += 1) sent.push(await send(`uuid-${nth}`));
    expect(sent.filter(Boolean)).toHaveLength(50);
  });

  it('uses up nothing of the deployment for an account that is over its own limit', async () => {
    const { send } = aTrigger({ account_codes: 1, repeated_codes: 2 });
    for (const _ of REPEATED) await send('a-uuid');
    expect(await send('another-uuid')).toBe(true);
  });
});

describe('any other mail of the user pool', () => {
  it.each<Source>(['CustomMessage_SignUp', 'CustomMessage_ForgotPassword', 'CustomMessage_AdminCreateUser'])(
    'is sent however many codes were sent again: %s',
    async (source) => {
      const { send } = aTrigger({ account_codes: 0, repeated_codes: 0 });
      expect(await send('a-uuid')).toBe(false);
      expect(await send('a-uuid', source)).toBe(true);
    },
  );
});
