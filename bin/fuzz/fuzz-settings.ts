import { prefixesByOperation } from '#bin/fuzz/fuzz-document';
import type { MadeIds } from '#bin/fuzz/prepare-fuzz';
import type { JsonObject } from '#shared/core/json';

/** Fields and parameters that name a thing of one kind, wherever they stand. */
const NAMING: Readonly<Record<string, string>> = {
  workspace_id: 'wks',
  member_id: 'mem',
  meeting_id: 'mtg',
  settings_id: 'set',
  webhook_endpoint_id: 'whe',
};

interface Settings {
  /** What is written by hand: the checks, and the reason of each that differs. */
  readonly base: string;
  readonly hooks: string;
  readonly document: JsonObject;
  readonly ids: MadeIds;
}

/** The fuzzer's configuration: with the ids of things that are there, so that requests get past 404. */
export function fuzzSettings({ base, hooks, document, ids }: Settings): string {
  const known = [...ids.keys()];
  const named = Object.entries(NAMING).filter(([, prefix]) => known.includes(prefix));
  const byPath = [...prefixesByOperation(document)].filter(([, prefix]) => known.includes(prefix));
  return [
    `hooks = ${JSON.stringify(hooks)}`,
    base,
    ...[...ids].map(([prefix, some]) => `[dictionaries.${prefix}]\nvalues = ${JSON.stringify(some)}`),
    ['[parameters]', ...named.map(([name, prefix]) => `${name} = ${drawnFrom(prefix)}`)].join('\n'),
    ...byPath.map(([operationId, prefix]) =>
      [
        '[[operations]]',
        `include-operation-id = ${JSON.stringify(operationId)}`,
        '[operations.parameters]',
        `"path.id" = ${drawnFrom(prefix)}`,
      ].join('\n'),
    ),
  ].join('\n\n');
}

/** Now and then an id that is not there. */
const drawnFrom = (prefix: string): string => `{ dictionary = "${prefix}", probability = 0.8 }`;
