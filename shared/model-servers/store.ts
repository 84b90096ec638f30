import * as v from 'valibot';
import type { Sealer } from '#shared/core/secrets';
import type { Table } from '#shared/core/table';
import { modelServerKey } from '#shared/dynamodb/keys';
import type { ModelServers } from '#shared/model-servers/ports';

/** An API key belongs to the deployment and not to a workspace. */
const CONTEXT = { workspace: '-', resource: 'model-server' };

const Row = v.object({
  base_url: v.string(),
  model: v.string(),
  sealed: v.optional(v.string()),
  max_upload_bytes: v.optional(v.number()),
});

/** A row for each use; the API key is sealed. */
export const modelServers = (table: Table, sealer: Sealer): ModelServers => ({
  async find(use) {
    const item = await table.get(modelServerKey(use));
    if (!item) return undefined;
    const { base_url: baseUrl, model, sealed, max_upload_bytes: maxUploadBytes = null } = v.parse(Row, item);
    return { baseUrl, model, maxUploadBytes, apiKey: sealed === undefined ? null : await sealer.open(sealed, CONTEXT) };
  },

  async save(use, { baseUrl, model, apiKey, maxUploadBytes }) {
    const sealed = apiKey === null ? undefined : await sealer.seal(apiKey, CONTEXT);
    await table.write({
      put: {
        ...modelServerKey(use),
        type: 'model_server',
        base_url: baseUrl,
        model,
        ...(sealed !== undefined && { sealed }),
        ...(maxUploadBytes !== null && { max_upload_bytes: maxUploadBytes }),
      },
    });
  },

  async remove(use) {
    await table.write({ remove: modelServerKey(use) });
  },
});
