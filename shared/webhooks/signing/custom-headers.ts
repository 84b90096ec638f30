import * as v from 'valibot';
import type { SealContext, Sealer } from '#shared/foundation/core/secrets';
import type { SealedCredentials } from '#shared/webhooks/delivery/rules/receiver';
import { NO_HEADERS, type SealedHeaders } from '#shared/webhooks/endpoints/rules/endpoint-headers';

/** Names in lower case, and their values. */
type CustomHeaders = Readonly<Record<string, string>>;

/** Pairs and no object, since a header may be called `__proto__`. */
const Opened = v.array(v.tuple([v.string(), v.string()]));

/** Seals the headers of an endpoint, all in one text: one call of KMS for each endpoint and process. */
export const sealCustomHeaders = async (
  sealer: Sealer,
  headers: CustomHeaders,
  context: SealContext,
): Promise<SealedHeaders> => {
  const names = Object.keys(headers);
  return names.length === 0
    ? NO_HEADERS
    : { names, sealed: await sealer.seal(JSON.stringify(Object.entries(headers)), context) };
};

/** The headers that the owner added. Throws `DecryptionFailed` if they do not decrypt, and on KMS errors. */
export async function openCustomHeaders(
  sealer: Sealer,
  { id, workspaceId, headers }: Pick<SealedCredentials, 'id' | 'workspaceId' | 'headers'>,
): Promise<CustomHeaders> {
  if (headers.sealed === null) return {};
  const opened = await sealer.open(headers.sealed, { workspace: workspaceId, resource: id });
  return Object.fromEntries(v.parse(Opened, JSON.parse(opened)));
}

/** A part of a value that is shorter is no secret; removing it would make a response unreadable. */
const SHORTEST_SECRET = 8;

/** What separates the parts of a value: of a scheme and its token, of a cookie, of a list, of JSON. */
const SEPARATORS = /[\s,;:="'\\]+/;

/** What must not be stored of a response that repeats the headers: each value, and its parts, such as a bearer token. */
export const secretPartsOf = (headers: CustomHeaders): readonly string[] =>
  Object.values(headers).flatMap((value) =>
    [value, ...value.split(SEPARATORS)].filter((part) => part.length >= SHORTEST_SECRET),
  );
