import { namesProvider } from '#shared/accounts/workspaces/rules/names-provider';

/** Domains of personal email: they do not identify a company. */
const PERSONAL_DOMAINS = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'fastmail.com',
  'mail.com',
  'zoho.com',
  'yandex.com',
  'qq.com',
  '163.com',
]);

/** What stands behind the name of a company: `.com`, `.co.uk`. */
const UNDER_A_COUNTRY = /(?:\.(?:co|com|ac|org|net|gov|edu|or|ne))?\.[^.]+$/;

/** Of the part that is taken from the address. */
const LONGEST = 60;

/** The name of a new user's workspace: the company of the email domain, otherwise the person. Never that of a provider. */
export function firstWorkspaceName(email: string): string {
  return namesOf(email).find((name) => !namesProvider(name)) ?? FALLBACK;
}

const FALLBACK = 'My workspace';

function namesOf(email: string): readonly string[] {
  const at = email.lastIndexOf('@');
  const [person, domain] = [email.slice(0, at), email.slice(at + 1)];
  const company = domain.replace(UNDER_A_COUNTRY, '').split('.').at(-1);
  const hasCompany = company && domain.includes('.') && !PERSONAL_DOMAINS.has(domain);
  const name = titled(person.split('+')[0] ?? '');
  return [...(hasCompany ? [titled(company)] : []), name ? `${name}’s workspace` : FALLBACK];
}

/** `big-co` is `Big Co`. */
const titled = (words: string): string =>
  words
    .slice(0, LONGEST)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
