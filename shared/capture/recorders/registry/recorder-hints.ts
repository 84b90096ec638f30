import { createHash, timingSafeEqual } from 'node:crypto';
import { made } from '#shared/capture/recorders/registry/configured-recorders';
import { openSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import type { Clock } from '#shared/foundation/core/clock';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { type RecorderAdapter, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { RecorderHints } from '#shared/meetings/recorders/registry/ports';
import { type RecorderKind, recorderNamed } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';

interface Needs {
  readonly table: Table;
  /** Has to open `recorder-secrets`. */
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly adapters: Readonly<Record<Exclude<RecorderKind, 'simulator'>, RecorderAdapter>>;
}

/** Verifies webhooks by the secrets of the registry. It sends no request. */
export const recorderHints = ({ table, sealer, clock, adapters }: Needs): RecorderHints => ({
  async verify({ name, token, headers, rawBody }) {
    const registry = (await recorderRegistry.find(table))?.state;
    const registered = registry && recorderNamed(registry, name);
    const kind = registered?.kind;
    if (!registered || !kind || kind === 'simulator') return 'forged';
    const secrets = await undefinedIfUndecryptable(openSecrets(sealer, registered.sealed));
    if (!secrets) return 'forged';
    const recorder = made({ ...registered, kind }, secrets, {
      adapters,
      tools: { fetch: noRequest, clock },
      origin: '',
    });
    return recorder.verifyHint({ headers, rawBody, hasToken: isSame(token, secrets.hookToken), now: clock.now() });
  },
});

const noRequest = (): Promise<Response> =>
  Promise.reject(new RecorderUnreachable('Webhooks are verified offline.', 'none'));

/** In constant time, whatever the lengths. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
