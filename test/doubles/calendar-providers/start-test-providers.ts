import type { Clock } from '#shared/foundation/core/clock';
import { addDemoAccounts } from './demo-accounts.ts';
import { startGoogle } from './google/a-google.ts';
import { startMicrosoft } from './microsoft/a-microsoft.ts';
import type { ListeningProvider, OAuthClient } from './test-provider.ts';

export interface RunningProviders {
  readonly google: ListeningProvider;
  readonly microsoft: ListeningProvider;
  close(): Promise<void>;
}

interface Starting {
  readonly clock: Clock;
  /** Where they are to listen on 127.0.0.1; any that is free where left out. */
  readonly ports?: { readonly google?: number; readonly microsoft?: number };
  readonly clients?: readonly OAuthClient[];
}

/** Both providers for a local stack, with accounts to click through; changes are notified at once. */
export async function startTestProviders({ clock, ports = {}, clients }: Starting): Promise<RunningProviders> {
  const options = { clock, notifies: 'at once' as const, ...(clients && { clients }) };
  const google = await startGoogle({ ...options, ...(ports.google !== undefined && { port: ports.google }) });
  const microsoft = await startMicrosoft({
    ...options,
    ...(ports.microsoft !== undefined && { port: ports.microsoft }),
  });
  for (const provider of [google, microsoft]) addDemoAccounts(provider, clock.now());
  return {
    google,
    microsoft,
    async close() {
      await Promise.all([google.close(), microsoft.close()]);
    },
  };
}
