import * as v from 'valibot';
import type { ChangedResource } from '#shared/foundation/audit-events/rules/audit-event';
import type { JsonObject } from '#shared/foundation/core/json';
import { type Contract, contract } from '#shared/foundation/http/contract';
import { pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

type Schema<Output> = v.GenericSchema<unknown, Output>;

interface Write<Output> {
  readonly description: string;
  readonly body: Schema<Output>;
  /** A body as a partner would write it. It shows in the document, and tests send it. */
  readonly example: JsonObject;
}

/** What sets the five endpoints of a resource apart from those of another one. */
interface Described<New extends InWorkspace, Change> extends Pick<Contract, 'feature'> {
  /** As resources name it: `style_guide`. Each creation, change and deletion is audited. */
  readonly object: ChangedResource;
  /** Its path and group: `style_guides`. */
  readonly plural: string;
  readonly params: Schema<{ readonly id: string }>;
  /** The resource as it is answered. */
  readonly schema: v.GenericSchema;
  /** Error codes of a body that is refused. */
  readonly faults: readonly string[];
  /** Beside its `workspace_id`, the example is that of a whole body. */
  readonly create: Write<New>;
  readonly update: Write<Change>;
  /** Descriptions of the others. */
  readonly list: string;
  readonly get: string;
  readonly remove: string;
}

interface InWorkspace {
  readonly workspace_id: string;
}

export type ResourceContracts<New extends InWorkspace, Change> = ReturnType<typeof resourceContracts<New, Change>>;

/** Error codes by status. */
const OF_NEW = { 400: ['bad_request', 'missing'], 401: ['unauthorized'], 409: ['conflict'], 429: ['rate_limited'] };
const OF_ONE = { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] };

/**
 * The contracts of the five endpoints of a simple resource: every role reads, owners and admins change. Each is in a
 * workspace, and the number of new ones is limited.
 */
export function resourceContracts<New extends InWorkspace, Change>(described: Described<New, Change>) {
  const { object, plural, params, schema, feature, faults, create, update } = described;
  const [noun, nouns] = [object, plural].map((name) => name.replaceAll('_', ' '));
  const shared = { group: plural.replaceAll('_', '-') };
  const reading = { ...shared, access: 'read' } as const;
  const writing = { ...shared, access: 'administer', ...(feature && { feature }) } as const;
  const one = `/${plural}/{id}`;
  const found = { 200: { description: `The ${noun}.`, schema } };
  return {
    create: contract({
      ...writing,
      method: 'POST',
      path: `/${plural}`,
      audits: `${object}.created`,
      summary: `Create a ${noun}`,
      description: create.description,
      body: create.body,
      example: { workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp', ...create.example },
      responses: { 201: { description: `The ${noun}.`, schema } },
      errors: { ...OF_NEW, 422: faults },
    }),

    remove: contract({
      ...writing,
      method: 'DELETE',
      path: one,
      audits: `${object}.deleted`,
      summary: `Delete a ${noun}`,
      description: described.remove,
      params,
      responses: { 200: { description: `The ${noun} as it was.`, schema } },
      errors: OF_ONE,
    }),

    get: contract({
      ...reading,
      method: 'GET',
      path: one,
      summary: `Read a ${noun}`,
      description: described.get,
      params,
      responses: found,
      errors: { 404: ['not_found'] },
    }),

    list: contract({
      ...reading,
      method: 'GET',
      path: `/${plural}`,
      summary: `List ${nouns}`,
      description: described.list,
      query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
      responses: { 200: { description: `A page of ${nouns}.`, schema: listOf(schema) } },
      errors: { 400: ['bad_request'], 401: ['unauthorized'] },
    }),

    update: contract({
      ...writing,
      method: 'PATCH',
      path: one,
      audits: `${object}.updated`,
      summary: `Change a ${noun}`,
      description: update.description,
      params,
      body: update.body,
      example: update.example,
      responses: found,
      errors: { ...OF_ONE, 400: ['bad_request'], 422: faults },
    }),
  };
}
