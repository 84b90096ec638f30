import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';

/** The secret of an app client: read once from the user pool, so that no template and no environment has it. */
export function clientSecret(
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  { poolId: UserPoolId, clientId: ClientId }: { readonly poolId: string; readonly clientId: string },
): () => Promise<string> {
  let reading: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    const { UserPoolClient } = await client.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
    if (!UserPoolClient?.ClientSecret) throw new Error('The app client has no secret.');
    return UserPoolClient.ClientSecret;
  };
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
