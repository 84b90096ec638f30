import { isJsonObject, type JsonObject, parsedJson } from '#shared/foundation/core/json';

interface Logs {
  readonly endpoint_url: string;
  readonly region: string;
}

/** The lines of JSON that a function of the local stage has logged since a time in milliseconds, oldest first. */
export async function linesOf(
  { endpoint_url, region }: Logs,
  worker: string,
  sinceMs: number,
): Promise<readonly JsonObject[]> {
  const response = await fetch(endpoint_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'Logs_20140328.FilterLogEvents',
      // The emulator reads the region and the service, and verifies no signature.
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/logs/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({ logGroupName: `/rapporteur/rapporteur-local-${worker}`, startTime: sinceMs }),
  });
  // A function that has not run yet has no log group.
  if (!response.ok) return [];
  const { events = [] } = (await response.json()) as { readonly events?: readonly { readonly message: string }[] };
  return events.flatMap(({ message }) => {
    const line = parsedJson(message);
    return isJsonObject(line) ? [line] : [];
  });
}
