import type { ListeningProvider, ProviderOptions, TestProvider } from '../test-provider.ts';

export interface GoogleOptions extends ProviderOptions {
  /**
   * What an incremental list says of an occurrence that left the time range of its first list. Google documents
   * none of it: `shown` where it now stands (the default), `cancelled`, or not at all.
   */
  readonly movedOut?: 'shown' | 'cancelled' | 'silent';
}

export declare function aGoogle(options: GoogleOptions): TestProvider;
/** On 127.0.0.1, at the port given or any that is free. */
export declare function startGoogle(options: GoogleOptions & { readonly port?: number }): Promise<ListeningProvider>;
