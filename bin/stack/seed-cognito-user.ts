import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Emulated } from '#bin/operator/table-client';

/** Everybody knows it: for emulators alone. */
export const LOCAL_PASSWORD = 'Rapporteur-local-1';

interface Person extends Emulated {
  readonly poolId: string;
  readonly email: string;
}

/** Lets the seeded user sign in, by the address that the user row was made with. One who is there is left alone. */
export async function seedPerson({
  endpoint,
  region,
  poolId,
  email,
}: Person): Promise<{ readonly user_password: string }> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new CognitoIdentityProviderClient({ endpoint, region, credentials });
  const who = { UserPoolId: poolId, Username: email };
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  try {
    await client
      .send(new AdminCreateUserCommand({ ...who, UserAttributes, MessageAction: 'SUPPRESS' }))
      .catch((error: unknown) => {
        if (!(error instanceof UsernameExistsException)) throw error;
      });
    await client.send(new AdminSetUserPasswordCommand({ ...who, Password: LOCAL_PASSWORD, Permanent: true }));
    return { user_password: LOCAL_PASSWORD };
  } finally {
    client.destroy();
  }
}

/** Whether the AWS at an address has Cognito; LocalStack's free edition does not. */
export async function hasCognito(endpoint: string, region: string): Promise<boolean> {
  const scope = `Credential=test/20260101/${region}/cognito-idp/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ListUserPools',
      authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify({ MaxResults: 1 }),
  }).catch(() => undefined);
  return answer?.ok ?? false;
}
