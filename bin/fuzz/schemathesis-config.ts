import type { IdsByPrefix } from '#bin/fuzz/create-resources';
import { prefixesByOperation } from '#bin/fuzz/fuzz-document';
import type { JsonObject } from '#shared/foundation/core/json';

/** Fields and parameters that take an id, with its prefix. */
const ID_PARAMETERS: Readonly<Record<string, string>> = {
  workspace_id: 'wks',
  organization_id: 'wks',
  member_id: 'mem',
  meeting_id: 'mtg',
  settings_id: 'set',
  webhook_endpoint_id: 'whe',
};

interface ConfigInput {
  /** schemathesis.toml of this folder. */
  readonly base: string;
  /** Path of hooks.py. */
  readonly hooks: string;
  readonly document: JsonObject;
  readonly ids: IdsByPrefix;
}

/** The fuzzer's configuration, with ids of existing resources: otherwise most requests would end in 404. */
export function schemathesisConfig({ base, hooks, document, ids }: ConfigInput): string {
  const parameters = Object.entries(ID_PARAMETERS).filter(([, prefix]) => ids.has(prefix));
  const operations = [...prefixesByOperation(document)].filter(([, prefix]) => ids.has(prefix));
  return [
    `hooks = ${JSON.stringify(hooks)}`,
    base,
    ...[...ids].map(([prefix, values]) => `[dictionaries.${prefix}]\nvalues = ${JSON.stringify(values)}`),
    ['[parameters]', ...parameters.map(([name, prefix]) => `${name} = ${fromDictionary(prefix)}`)].join('\n'),
    ...operations.map(([operationId, prefix]) =>
      [
        '[[operations]]',
        `include-operation-id = ${JSON.stringify(operationId)}`,
        '[operations.parameters]',
        `"path.id" = ${fromDictionary(prefix)}`,
      ].join('\n'),
    ),
  ].join('\n\n');
}

/** One request in five still uses an unknown id. */
const fromDictionary = (prefix: string): string => `{ dictionary = "${prefix}", probability = 0.8 }`;
