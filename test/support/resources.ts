import type { JsonObject } from '#shared/foundation/core/json';
import type { Resource } from '#shared/wiring/resources';

/** What a request for a new one has beside its `workspace_id`, as the contract shows it to partners. */
export function newOneOf({ contracts: { create } }: Resource): JsonObject {
  const { workspace_id: _elsewhere, ...fields } = create.example ?? {};
  return fields;
}

/** What a request changes, as the contract shows it. */
export const changeOf = ({ contracts: { update } }: Resource): JsonObject => update.example ?? {};
