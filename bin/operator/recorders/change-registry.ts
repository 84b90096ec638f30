import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import type { AllWorkspaces } from '#bin/operator/all-workspaces';
import { openSecrets, sealSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { isoOf } from '#shared/foundation/core/time';
import {
  MAX_RECORDERS,
  platformsOf,
  type RecorderKind,
  type RecorderRegistry,
  type RegisteredRecorder,
  recorderNamed,
  withoutRecorder,
  withRecorder,
} from '#shared/meetings/recorders/registry/rules/registry';
import { circuitBreakers, recorderRegistry } from '#shared/meetings/recorders/store';

export interface RecorderStores {
  readonly table: Table;
  readonly workspaces: AllWorkspaces;
  readonly sealer: Sealer;
  /** The registry as long as none is stored. */
  readonly initial: RecorderRegistry;
}

type NewRecorder =
  | { readonly name: string; readonly kind: 'simulator' }
  | {
      readonly name: string;
      readonly kind: Exclude<RecorderKind, 'simulator'>;
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly webhookSecret: string | null;
    };

/**
 * Adds a recorder, or replaces the one of its name, and answers a sentence. A replaced recorder keeps the token of its
 * webhook address, unless that is to be rotated or its secrets cannot be opened.
 */
export async function addRecorder(
  stores: RecorderStores,
  given: NewRecorder,
  { rotatesHookToken = false }: { readonly rotatesHookToken?: boolean } = {},
): Promise<string> {
  const { name, kind } = given;
  const fresh = randomBytes(24).toString('base64url');
  let hookToken = fresh;
  const after = await changeRegistry(stores, async (registry) => {
    const earlier = recorderNamed(registry, name);
    if (registry.recorders.length >= MAX_RECORDERS && !earlier)
      throw new CliError(`A deployment has at most ${MAX_RECORDERS} recorders`);
    if (given.kind === 'simulator') return withRecorder(registry, { name, kind, baseUrl: '', sealed: '' });
    const { baseUrl, apiKey, webhookSecret } = given;
    hookToken = (rotatesHookToken ? undefined : await hookTokenOf(stores.sealer, earlier)) ?? fresh;
    const sealed = await sealSecrets(stores.sealer, { apiKey, webhookSecret, hookToken });
    return withRecorder(registry, { name, kind, baseUrl, sealed });
  });
  const platforms = platformsOf(after, name);
  const stored =
    platforms.length > 0
      ? `The recorder ${name} is stored; it is asked for bots in ${platforms.join(', ')}.`
      : `The recorder ${name} is stored. It gets bots once it is in an order: --order meet=${name}.`;
  // The token is shown here alone: it is stored sealed.
  return kind === 'simulator'
    ? stored
    : `${stored}\nIts webhooks go to the origin of the deployment, at /hooks/recorders/${name}/${hookToken}.`;
}

/** Undefined where there is none to keep: a new recorder, the simulator, secrets that cannot be opened. */
async function hookTokenOf(sealer: Sealer, earlier: RegisteredRecorder | undefined): Promise<string | undefined> {
  if (!earlier || earlier.kind === 'simulator') return undefined;
  return (await undefinedIfUndecryptable(openSecrets(sealer, earlier.sealed)))?.hookToken;
}

/** Throws a CliError for a recorder that is in the order of the deployment or of a workspace. */
export async function removeRecorder(stores: RecorderStores, name: string): Promise<string> {
  await changeRegistry(stores, async (registry) => {
    if (!recorderNamed(registry, name)) throw new CliError(`There is no recorder ${name}`);
    const platforms = platformsOf(registry, name);
    if (platforms.length > 0)
      throw new CliError(`${name} is in the order of ${platforms.join(', ')}; choose another --order first`);
    await refuseInWorkspaces(stores, name);
    return withoutRecorder(registry, name);
  });
  return `The recorder ${name} is removed. Bots that it has are not followed any more.`;
}

async function refuseInWorkspaces({ workspaces }: RecorderStores, name: string): Promise<void> {
  const naming: string[] = [];
  for await (const { id, recorders = {} } of workspaces())
    if (Object.values(recorders).some((names) => names.includes(name))) naming.push(id);
  const more = naming.length > MOST_NAMED ? ` and ${naming.length - MOST_NAMED} more` : '';
  if (naming.length > 0)
    throw new CliError(
      `${name} is in the order of ${naming.slice(0, MOST_NAMED).join(', ')}${more}; choose another --order with --workspace first`,
    );
}

/** Workspaces in an error. */
const MOST_NAMED = 5;

/** A line for each recorder and for each platform, without secrets. */
export async function listRecorders({ table, initial }: RecorderStores): Promise<string> {
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const lines = registry.recorders.map(async ({ name, kind, baseUrl }) => {
    const circuit = (await circuitBreakers.find(table, name))?.state;
    const pause = circuit?.openUntil ? `, gets no bot until ${isoOf(circuit.openUntil)}` : '';
    return `${name}: ${[kind, baseUrl].filter(Boolean).join(' at ')}, ${circuit?.failures ?? 0} failures${pause}`;
  });
  const orders = Object.entries(registry.order).map(
    ([platform, names]) => `${platform}: ${names.join(', ') || 'none'}`,
  );
  return [...(await Promise.all(lines)), ...orders].join('\n');
}

/** Changes the stored registry; a CliError where another change was saved at the same time. */
export async function changeRegistry(
  { table, initial }: RecorderStores,
  change: (registry: RecorderRegistry) => RecorderRegistry | Promise<RecorderRegistry>,
): Promise<RecorderRegistry> {
  const before = await recorderRegistry.find(table);
  const after = await change(before?.state ?? initial);
  if (await recorderRegistry.save(table, before, after)) return after;
  throw new CliError('The recorders were changed at the same time; try again');
}
