import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { customMessage } from '#functions/triggers/custom-message/index';
import { mayResetPassword } from '#shared/accounts/identity/commands/password-code';
import { keepFirstCodes, mayRepeatCode } from '#shared/accounts/identity/commands/repeat-code';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { Throttled } from '#shared/foundation/core/store';
import { DAY_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

type Source = CustomMessageTriggerEvent['triggerSource'];

/** The trigger, as Cognito calls it before a mail to an account. */
function aTrigger(limits: LimitOverrides = {}) {
  const world = aWorld();
  const { clock } = world;
  const context = { ...world.context, useOf: useFactory(limits) };
  const trigger = customMessage({
    keepFirst: keepFirstCodes(context),
    mayRepeat: mayRepeatCode(context),
    mayReset: mayResetPassword(context),
  });
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
  const signUp = (account: string) => send(account, 'CustomMessage_SignUp');
  /** Has others use up all codes that are sent again. */
  const useUp = async () => {
    for (let nth = 0; nth < 10; nth += 1) for (let code = 0; code < 5; code += 1) await send(`stranger-${nth}`);
  };
  return { clock, send, signUp, useUp };
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

describe('a code that is sent again for an account that signed up the same day or the day before', () => {
  it('is sent twice, whatever others use up', async () => {
    const { send, signUp, useUp } = aTrigger();
    await signUp('a-uuid');
    await useUp();
    const sent = [];
    for (const _ of REPEATED) sent.push(await send('a-uuid'));
    expect(sent).toEqual([true, true, ...Array(6).fill(false)]);
  });

  it('is sent twice in both days together', async () => {
    const { clock, send, signUp, useUp } = aTrigger();
    await signUp('a-uuid');
    expect(await send('a-uuid')).toBe(true);
    clock.advance(DAY_MS);
    await useUp();
    expect([await send('a-uuid'), await send('a-uuid')]).toEqual([true, false]);
  });

  it('is a further one two days after', async () => {
    const { clock, send, signUp, useUp } = aTrigger();
    await signUp('a-uuid');
    clock.advance(2 * DAY_MS);
    await useUp();
    expect(await send('a-uuid')).toBe(false);
  });

  it('uses up nothing of the deployment the first two times', async () => {
    const { send, signUp } = aTrigger({ repeated_codes: 1 });
    for (const name of ['a-uuid', 'b-uuid']) {
      await signUp(name);
      expect([await send(name), await send(name)]).toEqual([true, true]);
    }
    expect([await send('a-uuid'), await send('b-uuid')]).toEqual([true, false]);
  });

  it('is kept once, where the identity provider tells of the sign-up again', async () => {
    const { send, signUp, useUp } = aTrigger();
    for (const _ of REPEATED) await signUp('a-uuid');
    await useUp();
    expect([await send('a-uuid'), await send('a-uuid'), await send('a-uuid')]).toEqual([true, true, false]);
  });

  it('is not kept where the table is too busy, and the mail of the sign-up goes', async () => {
    const { context } = aWorld();
    const hasRoomFor = () => Promise.reject(new Throttled('The table is too busy.'));
    const keep = keepFirstCodes({ ...context, limitCounter: { ...context.limitCounter, hasRoomFor } });
    await expect(keep('a-uuid')).resolves.toBeUndefined();
  });

  it('is sent fifty times and twice for each of them in all', async () => {
    const { send, signUp } = aTrigger();
    let sent = 0;
    for (let nth = 0; nth < 40; nth += 1) {
      await signUp(`uuid-${nth}`);
      for (let code = 0; code < 5; code += 1) if (await send(`uuid-${nth}`)) sent += 1;
    }
    expect(sent).toBe(50 + 40 * 2);
  });
});

describe('a code for a new password', () => {
  const FORGOTTEN = 'CustomMessage_ForgotPassword';

  it('is sent five times a day to one account, with the text of the pool', async () => {
    const { clock, send } = aTrigger();
    const sent = [];
    for (const _ of REPEATED) sent.push(await send('a-uuid', FORGOTTEN));
    expect(sent).toEqual([true, true, true, true, true, false, false, false]);
    clock.advance(DAY_MS);
    expect(await send('a-uuid', FORGOTTEN)).toBe(true);
  });

  it('is sent to an account for the first time that day, while a hundred others ask for as many as they can', async () => {
    const { send } = aTrigger();
    let sent = 0;
    for (let nth = 0; nth < 100; nth += 1)
      for (const _ of REPEATED) if (await send(`stranger-${nth}`, FORGOTTEN)) sent += 1;
    expect(sent).toBe(100 + 100);
    expect([await send('a-uuid', FORGOTTEN), await send('a-uuid', FORGOTTEN)]).toEqual([true, false]);
  });

  it('is sent five hundred times a day in a deployment, whichever accounts ask', async () => {
    const { send } = aTrigger();
    let sent = 0;
    for (let nth = 0; nth < 510; nth += 1) if (await send(`uuid-${nth}`, FORGOTTEN)) sent += 1;
    expect(sent).toBe(500);
  });

  it('takes none of those that are sent again, nor they of it', async () => {
    const { send } = aTrigger({ repeated_codes: 1, all_password_codes: 1 });
    expect([await send('a-uuid'), await send('b-uuid')]).toEqual([true, false]);
    expect([await send('a-uuid', FORGOTTEN), await send('b-uuid', FORGOTTEN)]).toEqual([true, false]);
  });
});

describe('any other mail of the user pool', () => {
  it.each<Source>(['CustomMessage_SignUp', 'CustomMessage_AdminCreateUser'])(
    'is sent however many codes were sent again: %s',
    async (source) => {
      const { send } = aTrigger({ account_codes: 0, account_password_codes: 0 });
      expect(await send('a-uuid')).toBe(false);
      expect(await send('a-uuid', source)).toBe(true);
    },
  );
});
