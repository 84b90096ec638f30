import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';

/** Public: for emulators only. */
export const LOCAL_PASSWORD = 'Rapporteur-local-1';

const clientOf = (aws: AwsEndpoint) => new CognitoIdentityProviderClient({ ...emulatorConfig(aws), maxAttempts: 1 });

/** Lets the seeded user sign in, by the email address of its row. An existing account keeps its attributes. */
export const seedCognitoUser = (aws: AwsEndpoint, UserPoolId: string, email: string) =>
  withClient(clientOf(aws), async (client) => {
    const account = { UserPoolId, Username: email };
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ];
    await client
      .send(new AdminCreateUserCommand({ ...account, UserAttributes, MessageAction: 'SUPPRESS' }))
      .catch((error: unknown) => {
        if (!(error instanceof UsernameExistsException)) throw error;
      });
    await client.send(new AdminSetUserPasswordCommand({ ...account, Password: LOCAL_PASSWORD, Permanent: true }));
    return { user_password: LOCAL_PASSWORD };
  });

/** Whether an AWS endpoint has Cognito: not every emulator does. */
export const hasCognito = (aws: AwsEndpoint): Promise<boolean> =>
  withClient(clientOf(aws), (client) =>
    client.send(new ListUserPoolsCommand({ MaxResults: 1 })).then(
      () => true,
      () => false,
    ),
  );
