import type { Held, Sources } from '#bin/operator/person-export/held';
import { mailRecordsAbout } from '#shared/accounts/mail/mail-records-store';
import { shortHash } from '#shared/foundation/dynamodb/keys';

/** Records of mails to the address about a resource. They have no address, but its hash in the key. */
export async function* mailsAbout(
  table: Sources['table'],
  about: Parameters<typeof mailRecordsAbout>[1],
  email: string,
): AsyncGenerator<Held> {
  for (const { pk, sk } of await mailRecordsAbout(table, about)) {
    const [occasion, hash] = [sk.slice(sk.indexOf('#') + 1, sk.lastIndexOf('#')), sk.slice(sk.lastIndexOf('#') + 1)];
    if (hash === shortHash(email)) yield { object: 'mail', about: pk, occasion };
  }
}
