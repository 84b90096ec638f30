/** Providers that give addresses at their own domains to anyone. */
export interface MailProviders {
  /** Whether a domain, in lower case, is one of theirs. */
  has(domain: string): boolean;
}
