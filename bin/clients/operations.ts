/** The OpenAPI document, as far as its operations are compared with those of a client. */
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

export const operationIdsOf = ({ paths }: OpenapiDocument): readonly string[] =>
  Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ operationId }) => operationId ?? []));

/** Generators write the same id as `sendBot` and as `send_bot`. */
const normalized = (name: string): string => name.replaceAll('_', '').toLowerCase();

interface Comparison {
  readonly present: readonly string[];
  /** Of the document: the client was made of an older one. */
  readonly missing: readonly string[];
  /** Of the client. */
  readonly unknown: readonly string[];
}

/** Compares the operations of the document with those of a client. */
export function compareOperations(documented: readonly string[], ofClient: readonly string[]): Comparison {
  const [wanted, there] = [documented, ofClient].map((names) => new Set(names.map(normalized)));
  return {
    present: documented.filter((id) => there?.has(normalized(id))),
    missing: documented.filter((id) => !there?.has(normalized(id))),
    unknown: ofClient.filter((name) => !wanted?.has(normalized(name))),
  };
}
