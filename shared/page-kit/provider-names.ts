/** What people call the providers of calendars. */
export const PROVIDER_NAMES: Readonly<Record<'google' | 'microsoft', string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};
