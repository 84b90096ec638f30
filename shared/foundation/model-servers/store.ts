import * as v from 'valibot';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { modelServerKey } from '#shared/foundation/dynamodb/keys';
import type {
  ModelServerRow,
  ModelServers,
  SpeechServer,
  SummaryServer,
  TranslationServer,
} from '#shared/foundation/model-servers/ports';

/** An API key belongs to the deployment and not to a workspace. */
const CONTEXT = { workspace: '-', resource: 'model-server' };

const openai = {
  kind: v.literal('openai_compatible'),
  baseUrl: v.string(),
  model: v.string(),
  apiKey: v.nullable(v.string()),
};
const Speech: v.GenericSchema<unknown, SpeechServer> = v.variant('kind', [
  v.object({ ...openai, maxUploadBytes: v.nullable(v.number()) }),
  v.object({ kind: v.literal('amazon_transcribe') }),
]);
const Summaries: v.GenericSchema<unknown, SummaryServer> = v.variant('kind', [
  v.object(openai),
  v.object({ kind: v.literal('bedrock'), model: v.string() }),
]);
const Translations: v.GenericSchema<unknown, TranslationServer> = v.variant('kind', [
  v.object(openai),
  v.object({ kind: v.literal('amazon_translate') }),
]);

const Row = v.object({ server: v.record(v.string(), v.unknown()), sealed: v.optional(v.string()) });

/** A row for each use; the API key is sealed. */
export const modelServers = (table: Table, sealer: Sealer): ModelServers => ({
  speech: modelServerRow('speech', Speech, { table, sealer }),
  summaries: modelServerRow('summaries', Summaries, { table, sealer }),
  translations: modelServerRow('translations', Translations, { table, sealer }),
});

/** Whether a model writes summaries. It needs no right to open secrets. */
export const hasSummaryServer = async (table: Table): Promise<boolean> =>
  (await table.get(modelServerKey('summaries'))) !== undefined;

/** Whether the speech service hears any track of a file, and not the main one alone. It needs no right to open secrets. */
export async function hearsTracks(table: Table): Promise<boolean> {
  const item = await table.get(modelServerKey('speech'));
  return item === undefined || v.parse(Row, item).server['kind'] !== 'amazon_transcribe';
}

const modelServerRow = <Server extends { readonly kind: string; readonly apiKey?: string | null }>(
  use: keyof ModelServers,
  schema: v.GenericSchema<unknown, Server>,
  { table, sealer }: { readonly table: Table; readonly sealer: Sealer },
): ModelServerRow<Server> => ({
  async find() {
    const item = await table.get(modelServerKey(use));
    if (!item) return undefined;
    const { server, sealed } = v.parse(Row, item);
    return v.parse(schema, { ...server, apiKey: sealed === undefined ? null : await sealer.open(sealed, CONTEXT) });
  },

  async save({ apiKey = null, ...server }) {
    const sealed = apiKey === null ? {} : { sealed: await sealer.seal(apiKey, CONTEXT) };
    await table.write({ put: { ...modelServerKey(use), type: 'model_server', server, ...sealed } });
  },

  async remove() {
    await table.write({ remove: modelServerKey(use) });
  },
});
