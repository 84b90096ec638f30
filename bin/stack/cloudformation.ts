import type { AwsEndpoint } from '#bin/stack/emulator-config';

export interface StackResource {
  readonly logicalId: string;
  /** A table's name or a queue's URL, for example. */
  readonly physicalId: string;
  readonly type: string;
}

/**
 * DescribeStackResources by the query protocol, which saves a client library for one call. For emulators only: they
 * read the region from the signature and do not verify it.
 */
export async function describeStackResources(
  stackName: string,
  { endpoint, region }: AwsEndpoint,
): Promise<readonly StackResource[]> {
  const scope = `Credential=test/20260101/${region}/cloudformation/aws4_request`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none` },
    body: new URLSearchParams({ Action: 'DescribeStackResources', Version: '2010-05-15', StackName: stackName }),
  });
  const xml = await response.text();
  if (!response.ok) throw new Error(`DescribeStackResources answered ${response.status}: ${xml.slice(0, 300)}`);
  return [...xml.matchAll(/<member>(.*?)<\/member>/gs)].map(([, member = '']) => ({
    logicalId: textOf(member, 'LogicalResourceId'),
    physicalId: textOf(member, 'PhysicalResourceId'),
    type: textOf(member, 'ResourceType'),
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const textOf = (xml: string, element: string): string =>
  (new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(xml)?.[1] ?? '').replace(
    /&(\w+);/g,
    (entity, name: string) => ENTITIES[name] ?? entity,
  );
