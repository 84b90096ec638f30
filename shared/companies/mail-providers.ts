import domains from 'email-providers/all.json' with { type: 'json' };
import type { MailProviders } from '#shared/companies/ports';

/** Those that the list leaves out. */
const FURTHER = [
  'duck.com',
  'fastmail.com',
  'fastmail.fm',
  'posteo.de',
  'posteo.net',
  'tuta.com',
  'tuta.io',
  'tutanota.com',
  'tutanota.de',
  'zohomail.com',
];

/** The list of the package `email-providers`, about nine thousand domains. */
export const mailProviders: MailProviders = new Set([...domains, ...FURTHER]);
