/** The names of the calendar providers, as pages show them. */
export const PROVIDER_NAMES: Readonly<Record<'google' | 'microsoft', string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};
