/** A resource as CloudFormation knows it after a deploy. */
export interface DeployedResource {
  readonly logicalId: string;
  /** What the service itself calls it: a table's name, a queue's URL. */
  readonly physicalId: string;
  readonly type: string;
}

/**
 * The resources of a stack, by CloudFormation's own query protocol: one call is no reason for one more client library.
 * For emulators only: they read the region from the signature and do not check it.
 */
export async function resourcesOf(
  stackName: string,
  { endpoint, region }: { readonly endpoint: string; readonly region: string },
): Promise<readonly DeployedResource[]> {
  const scope = `Credential=test/20260101/${region}/cloudformation/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none` },
    body: new URLSearchParams({ Action: 'DescribeStackResources', Version: '2010-05-15', StackName: stackName }),
  });
  const xml = await answer.text();
  if (!answer.ok) throw new Error(`DescribeStackResources answered ${answer.status}: ${xml.slice(0, 300)}`);
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
