export interface AwsEndpoint {
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
}

/** Configuration of an SDK client for an emulator. AWS refuses these credentials: no request reaches a real account. */
export const emulatorConfig = ({ endpoint, region }: AwsEndpoint) => ({
  endpoint,
  region,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** Uses an SDK client and closes it afterwards: an open client keeps the program running. */
export async function withClient<Client extends { readonly destroy: () => void }, Result>(
  client: Client,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}
