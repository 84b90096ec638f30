import { describe, expect, it } from '@jest/globals';
import { cognitoAccounts } from '#shared/identity/cognito/cognito-accounts';
import { AccountsBusy } from '#shared/identity/ports/accounts';

const answering = (name?: string) => {
  const sent: unknown[] = [];
  const send = async (command: { input: unknown }) => {
    sent.push(command.input);
    if (name) throw Object.assign(new Error('words that tell too much'), { name });
    return {};
  };
  return { sent, accounts: cognitoAccounts({ client: { send } as never, clientId: 'client' }) };
};

const person = { email: 'ada@x.test', password: 'p' };

describe('the pool of people', () => {
  it('is asked with the address as name and attribute, and nothing else about the person', async () => {
    const { sent, accounts } = answering();
    expect(await accounts.signUp(person)).toBe('made');
    expect(sent).toEqual([
      {
        ClientId: 'client',
        Username: 'ada@x.test',
        Password: 'p',
        UserAttributes: [{ Name: 'email', Value: 'ada@x.test' }],
      },
    ]);
  });

  it('tells an account that it made from one that was there', async () => {
    expect(await answering('UsernameExistsException').accounts.signUp(person)).toBe('there');
    expect(await answering('AliasExistsException').accounts.signUp(person)).toBe('there');
  });

  it('answers alike whether the address has an account or not', async () => {
    await answering('UserNotFoundException').accounts.sendAnotherCode('a@x.test');
    await answering('InvalidParameterException').accounts.sendAnotherCode('a@x.test');
    for (const name of [
      'UserNotFoundException',
      'NotAuthorizedException',
      'CodeMismatchException',
      'ExpiredCodeException',
    ])
      expect(await answering(name).accounts.confirm({ email: 'a@x.test', code: '1' })).toBe(false);
  });

  it('tells of a password that it does not take', async () => {
    expect(await answering('InvalidPasswordException').accounts.signUp(person)).toBe('rejected');
  });

  it.each(['TooManyRequestsException', 'LimitExceededException', 'TooManyFailedAttemptsException'])(
    '%s is a no for now',
    async (name) => {
      const { accounts } = answering(name);
      await expect(accounts.signUp(person)).rejects.toThrow(AccountsBusy);
      await expect(accounts.confirm({ email: 'a', code: '1' })).rejects.toThrow(AccountsBusy);
      await expect(accounts.sendAnotherCode('a')).rejects.toThrow(AccountsBusy);
    },
  );

  it('that breaks is a defect', async () => {
    await expect(answering('InternalErrorException').accounts.signUp(person)).rejects.toThrow('words');
  });
});
