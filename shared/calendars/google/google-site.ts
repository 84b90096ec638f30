/** Where Google is, as its discovery document says (https://accounts.google.com/.well-known/openid-configuration). */
export interface GoogleSite {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly keys: string;
  /** Root of Calendar v3. */
  readonly calendar: string;
}

/** The real one, or a test provider that has all of it at one origin, under the same paths. */
export const googleSite = (origin?: string): GoogleSite => ({
  issuer: origin ?? 'https://accounts.google.com',
  authorize: `${origin ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  token: `${origin ?? 'https://oauth2.googleapis.com'}/token`,
  revoke: `${origin ?? 'https://oauth2.googleapis.com'}/revoke`,
  keys: `${origin ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
  calendar: `${origin ?? 'https://www.googleapis.com'}/calendar/v3`,
});
