import { describe, expect, it } from '#test/support/jest';
import { actionsIn, ownKeysOf, permissionsOf } from './permissions.ts';
import { aTemplateSet, idIn, productionOptions, resourcesOf, textOf } from './synthesized.ts';

const [pool] = resourcesOf(aTemplateSet('production').storage, 'AWS::Cognito::UserPool');
const [client] = resourcesOf(aTemplateSet('production').api, 'AWS::Cognito::UserPoolClient');

const accountPagesOf = (stage: string, given = {}) =>
  resourcesOf(aTemplateSet(stage, { ...productionOptions, ...given }).api, 'AWS::Lambda::Function').find(
    ({ properties }) => properties.FunctionName.endsWith('pages-account'),
  )?.properties.Environment.Variables;

describe('the user pool', () => {
  it('identifies people by a verified e-mail address, also after a change', () => {
    expect(pool?.properties).toMatchObject({
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      UsernameConfiguration: { CaseSensitive: false },
    });
  });

  it('requires passwords of twelve characters of four kinds', () => {
    expect(pool?.properties.Policies.PasswordPolicy).toMatchObject({
      MinimumLength: 12,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    });
  });

  it('has no self-service sign-up when workspace creation is turned off', () => {
    const closed = resourcesOf(
      aTemplateSet('production', { ...productionOptions, featuresOff: ['workspace_creation'] }).storage,
      'AWS::Cognito::UserPool',
    )[0];
    expect(pool?.properties.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(false);
    expect(closed?.properties.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
  });
});

describe('sign-up limits hold at the identity provider', () => {
  const { storage, code } = aTemplateSet('production');
  const variablesOf = (template: typeof storage, name: string) =>
    resourcesOf(template, 'AWS::Lambda::Function').find(({ properties }) => properties.FunctionName.endsWith(name));

  it('by a client with a secret, which is in no template', () => {
    expect(client?.properties.GenerateSecret).toBe(true);
    expect(textOf(code)).not.toMatch(/ClientSecret/);
  });

  it('by a pre-sign-up trigger, which may verify proofs and nothing else', () => {
    const trigger = variablesOf(storage, 'triggers-pre-sign-up');
    expect(idIn(pool?.properties.LambdaConfig.PreSignUp)).toBe(trigger?.id);
    expect(permissionsOf(storage, 'triggers-pre-sign-up').map(actionsIn)).toEqual([['kms:Decrypt']]);
    storage.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'cognito-idp.amazonaws.com' });
  });

  it('by a custom message trigger, which may count uses of limits and nothing else', () => {
    const trigger = variablesOf(storage, 'triggers-custom-message');
    expect(idIn(pool?.properties.LambdaConfig.CustomMessage)).toBe(trigger?.id);
    expect(permissionsOf(storage, 'triggers-custom-message').map(actionsIn)).toEqual([['dynamodb:UpdateItem']]);
    expect(ownKeysOf(storage, 'triggers-custom-message', 'dynamodb:UpdateItem')).toEqual(['LIMIT#*']);
  });

  it('by proofs that the sign-up page alone makes', () => {
    const makers = resourcesOf(code, 'AWS::IAM::Policy').filter(({ properties }) =>
      JSON.stringify(properties).includes('sign-up-proof'),
    );
    expect(makers).toHaveLength(1);
    expect(permissionsOf(code, 'pages-account').flatMap(actionsIn)).toContain('kms:Encrypt');
    expect(permissionsOf(code, 'pages-account').flatMap(actionsIn)).not.toContain('kms:Decrypt');
  });

  it('with mails by SES', () => {
    expect(pool?.properties.EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Rapporteur <no-reply@example.com>',
    });
  });
});

describe('a verified parent domain', () => {
  const { storage, service } = aTemplateSet('production', {
    ...productionOptions,
    mailFrom: 'no-reply@mail.example.com',
    mailIdentity: 'example.com',
  });
  const identity = 'arn:aws:ses:us-east-1:111111111111:identity/example.com';

  it('is the identity that the user pool sends by', () => {
    const [{ properties } = { properties: {} }] = resourcesOf(storage, 'AWS::Cognito::UserPool');
    expect(properties.EmailConfiguration).toMatchObject({
      From: 'Rapporteur <no-reply@mail.example.com>',
      SourceArn: identity,
    });
  });

  it('is the one identity that mail-delivery may send by, from the one address', () => {
    const [send, ...others] = permissionsOf(service, 'mail-delivery').filter((statement) =>
      actionsIn(statement).includes('ses:SendEmail'),
    );
    expect(others).toEqual([]);
    expect(JSON.stringify(send?.Resource).match(/identity\/[^"]*/g)).toEqual(['identity/example.com']);
    expect(send?.Resource).toContain(identity);
    expect(send?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'no-reply@mail.example.com' } });
  });
});

describe('the app client of the pages', () => {
  it('uses authorization codes, with callbacks to the pages', () => {
    expect(client?.properties).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: ['https://api.example.com/sign-in/callback'],
      LogoutURLs: ['https://api.example.com/sign-in/ended'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  it('gets no token that can change the attributes of a person', () => {
    expect(client?.properties.ExplicitAuthFlows).toEqual(['ALLOW_REFRESH_TOKEN_AUTH']);
    expect(client?.properties.WriteAttributes).toEqual(['email']);
  });

  it('gets short-lived tokens', () => {
    expect(client?.properties).toMatchObject({ IdTokenValidity: 5, AccessTokenValidity: 5, RefreshTokenValidity: 60 });
  });

  it('know where to ask: AWS, or the emulator of a local stack', () => {
    expect(JSON.stringify(accountPagesOf('production'))).toContain('auth.us-east-1.amazoncognito.com');
    const local = accountPagesOf('local', { endpoint: 'http://127.0.0.1:4999' });
    expect(local).toMatchObject({ SIGN_IN_URL: 'http://127.0.0.1:4999' });
    expect(JSON.stringify(local.SIGN_IN_KEYS_URL)).toContain('http://127.0.0.1:4999/');
  });

  it('does not exist in a deployment without sign-in, and neither does a user pool', () => {
    const { storage, api } = aTemplateSet('local', { signIn: 'none' });
    expect(resourcesOf(storage, 'AWS::Cognito::UserPool')).toEqual([]);
    expect(resourcesOf(api, 'AWS::Cognito::UserPoolClient')).toEqual([]);
    expect(accountPagesOf('local', { signIn: 'none' })).not.toHaveProperty('USER_POOL_ID');
  });
});
