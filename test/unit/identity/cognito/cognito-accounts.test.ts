import { createHmac } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { cognitoAccounts } from '#shared/accounts/identity/cognito/cognito-accounts';
import { AccountsBusy } from '#shared/accounts/identity/ports';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A user pool whose every operation succeeds, or fails with an error of this name. */
function aUserPool(errorName?: string) {
  const client = new CognitoIdentityProviderClient({ region: 'eu-central-1' });
  const cognito = mockClient(client);
  if (errorName) cognito.rejects(Object.assign(new Error('Details of the account.'), { name: errorName }));
  else cognito.resolves({});
  const requests = () => cognito.calls().map(({ args: [command] }) => [command.constructor.name, command.input]);
  return {
    requests,
    accounts: cognitoAccounts({
      client,
      clientId: 'client',
      clientSecret: async () => 'secret',
      proofs: { make: async (email) => `proof for ${email}` },
      clock: aClock(),
    }),
  };
}

/** As Cognito computes it: the HMAC of the name and the client under the client's secret. */
const SECRET_HASH = createHmac('sha256', 'secret').update('ada@x.testclient').digest('base64');

const person = { email: 'ada@x.test', password: 'p' };

describe('an account in the user pool', () => {
  it('is signed up with the secret of the client and a proof of ours, by its e-mail address alone', async () => {
    const { requests, accounts } = aUserPool();
    expect(await accounts.signUp(person)).toBe('made');
    expect(requests()).toEqual([
      [
        SignUpCommand.name,
        {
          ClientId: 'client',
          Username: 'ada@x.test',
          SecretHash: SECRET_HASH,
          Password: 'p',
          UserAttributes: [{ Name: 'email', Value: 'ada@x.test' }],
          ValidationData: [{ Name: 'proof', Value: 'proof for ada@x.test' }],
        },
      ],
    ]);
  });

  it('is confirmed with a code, and is sent another one', async () => {
    const { requests, accounts } = aUserPool();
    expect(await accounts.confirm({ email: 'ada@x.test', code: '123456' })).toBe(true);
    await accounts.sendAnotherCode('ada@x.test');
    expect(requests()).toEqual([
      [
        ConfirmSignUpCommand.name,
        { ClientId: 'client', Username: 'ada@x.test', SecretHash: SECRET_HASH, ConfirmationCode: '123456' },
      ],
      [ResendConfirmationCodeCommand.name, { ClientId: 'client', Username: 'ada@x.test', SecretHash: SECRET_HASH }],
    ]);
  });

  it.each(['UsernameExistsException', 'AliasExistsException'])('exists already after %s', async (name) => {
    expect(await aUserPool(name).accounts.signUp(person)).toBe('there');
  });

  it('is answered alike whether it exists or not', async () => {
    await aUserPool('UserNotFoundException').accounts.sendAnotherCode('a@x.test');
    await aUserPool('InvalidParameterException').accounts.sendAnotherCode('a@x.test');
    await aUserPool('UserLambdaValidationException').accounts.sendAnotherCode('a@x.test');
    for (const name of [
      'UserNotFoundException',
      'NotAuthorizedException',
      'CodeMismatchException',
      'ExpiredCodeException',
    ])
      expect(await aUserPool(name).accounts.confirm({ email: 'a@x.test', code: '1' })).toBe(false);
  });

  it('is refused with a password that the pool does not accept', async () => {
    expect(await aUserPool('InvalidPasswordException').accounts.signUp(person)).toBe('rejected');
  });
});

describe('an error of the user pool', () => {
  it.each(['TooManyRequestsException', 'LimitExceededException', 'TooManyFailedAttemptsException'])(
    '%s is temporary, in every operation',
    async (name) => {
      const { accounts } = aUserPool(name);
      await expect(accounts.signUp(person)).rejects.toThrow(AccountsBusy);
      await expect(accounts.confirm({ email: 'a', code: '1' })).rejects.toThrow(AccountsBusy);
      await expect(accounts.sendAnotherCode('a')).rejects.toThrow(AccountsBusy);
    },
  );

  it('InternalErrorException is thrown as it is', async () => {
    await expect(aUserPool('InternalErrorException').accounts.signUp(person)).rejects.toThrow(
      'Details of the account.',
    );
  });
});
