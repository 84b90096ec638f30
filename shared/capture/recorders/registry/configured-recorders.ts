import { openSecrets, type RecorderSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import {
  type Recorder,
  type RecorderAdapter,
  type RecorderTools,
  RecorderUnreachable,
} from '#shared/meetings/recorders/ports';
import type { RecorderCatalog, Recorders } from '#shared/meetings/recorders/registry/ports';
import {
  type RecorderKind,
  type RegisteredRecorder,
  recorderNamed,
} from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';

interface Needs {
  readonly table: Table;
  /** Has to open `recorder-secrets`. */
  readonly sealer: Sealer;
  readonly catalog: RecorderCatalog;
  readonly simulator: Recorder;
  readonly adapters: Readonly<Record<Exclude<RecorderKind, 'simulator'>, RecorderAdapter>>;
  readonly tools: RecorderTools;
  /** Origin at which recorders reach this deployment; webhooks are asked for where it is https. */
  readonly origin: string;
}

/** The recorders of the registry, which is read for each call without one: a change counts from the next dispatch on. */
export const configuredRecorders = ({ table, sealer, catalog, simulator, ...needs }: Needs): Recorders => ({
  ...catalog,

  async named(name, among) {
    const registry = among ?? (await recorderRegistry.find(table))?.state ?? catalog.initial;
    const registered = recorderNamed(registry, name);
    if (!registered) throw new RecorderUnreachable(`There is no recorder ${name}.`, 'none');
    const { kind } = registered;
    if (kind === 'simulator') return simulator;
    const secrets = await undefinedIfUndecryptable(openSecrets(sealer, registered.sealed));
    if (!secrets) throw new RecorderUnreachable(`The secrets of ${name} cannot be opened.`, 'none');
    return made({ ...registered, kind }, secrets, needs);
  },
});

type HttpRecorder = RegisteredRecorder & { readonly kind: Exclude<RecorderKind, 'simulator'> };

/** A recorder of the registry. */
export function made(
  { name, kind, baseUrl }: HttpRecorder,
  { apiKey, webhookSecret, hookToken }: RecorderSecrets,
  { adapters, tools, origin }: Pick<Needs, 'adapters' | 'tools' | 'origin'>,
): Recorder {
  const hookUrl = origin.startsWith('https:') ? `${origin}/hooks/recorders/${name}/${hookToken}` : null;
  return adapters[kind].make({ name, baseUrl, apiKey, webhookSecret, hookUrl }, tools);
}
