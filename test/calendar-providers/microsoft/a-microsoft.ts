import type { ListeningProvider, ProviderOptions, TestProvider } from '../test-provider.ts';

export interface MicrosoftOptions extends ProviderOptions {
  /**
   * Whether a delta carries a series' master where the series began before the window. Both were seen; `false`
   * makes clients fetch it (the default is `true`).
   */
  readonly alwaysWithMaster?: boolean;
}

export declare function aMicrosoft(options: MicrosoftOptions): TestProvider;
/** On 127.0.0.1, at the port given or any that is free. */
export declare function startMicrosoft(
  options: MicrosoftOptions & { readonly port?: number },
): Promise<ListeningProvider>;
