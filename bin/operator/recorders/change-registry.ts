import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import type { Sealer } from '#shared/core/secrets';
import type { Table } from '#shared/core/table';
import { isoOf } from '#shared/core/time';
import { sealSecrets } from '#shared/recorders/registry/recorder-secrets';
import {
  MAX_RECORDERS,
  platformsOf,
  type RecorderKind,
  type RecorderRegistry,
  recorderNamed,
  withoutRecorder,
  withRecorder,
} from '#shared/recorders/registry/rules/registry';
import { recorderHealth, recorderRegistry } from '#shared/recorders/store';

interface Stores {
  readonly table: Table;
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

/** Adds a recorder, or replaces the one of its name, and answers a sentence. */
export async function addRecorder(stores: Stores, given: NewRecorder): Promise<string> {
  const sealed =
    given.kind === 'simulator'
      ? ''
      : await sealSecrets(stores.sealer, {
          apiKey: given.apiKey,
          webhookSecret: given.webhookSecret,
          hookToken: randomBytes(24).toString('base64url'),
        });
  const { name, kind } = given;
  const after = await changeRegistry(stores, (registry) => {
    if (registry.recorders.length >= MAX_RECORDERS && !recorderNamed(registry, name))
      throw new CliError(`A deployment has at most ${MAX_RECORDERS} recorders`);
    return withRecorder(registry, { name, kind, baseUrl: 'baseUrl' in given ? given.baseUrl : '', sealed });
  });
  const platforms = platformsOf(after, name);
  return platforms.length > 0
    ? `The recorder ${name} is stored; it is asked for bots in ${platforms.join(', ')}.`
    : `The recorder ${name} is stored. It gets bots once it is in an order: --order meet=${name}.`;
}

export async function removeRecorder(stores: Stores, name: string): Promise<string> {
  await changeRegistry(stores, (registry) => {
    if (!recorderNamed(registry, name)) throw new CliError(`There is no recorder ${name}`);
    const platforms = platformsOf(registry, name);
    if (platforms.length > 0)
      throw new CliError(`${name} is in the order of ${platforms.join(', ')}; choose another --order first`);
    return withoutRecorder(registry, name);
  });
  return `The recorder ${name} is removed. Bots that it has are not followed any more.`;
}

/** A line for each recorder and for each platform, without secrets. */
export async function listRecorders({ table, initial }: Stores): Promise<string> {
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const lines = registry.recorders.map(async ({ name, kind, baseUrl }) => {
    const health = (await recorderHealth.find(table, name))?.state;
    const rest = health?.restsUntil ? `, rests until ${isoOf(health.restsUntil)}` : '';
    return `${name}: ${[kind, baseUrl].filter(Boolean).join(' at ')}, ${health?.failures ?? 0} failures${rest}`;
  });
  const orders = Object.entries(registry.order).map(
    ([platform, names]) => `${platform}: ${names.join(', ') || 'none'}`,
  );
  return [...(await Promise.all(lines)), ...orders].join('\n');
}

/** Changes the stored registry; a CliError where another change was saved at the same time. */
export async function changeRegistry(
  { table, initial }: Stores,
  change: (registry: RecorderRegistry) => RecorderRegistry,
): Promise<RecorderRegistry> {
  const before = await recorderRegistry.find(table);
  const after = change(before?.state ?? initial);
  if (await recorderRegistry.save(table, before, after)) return after;
  throw new CliError('The recorders were changed at the same time; try again');
}
