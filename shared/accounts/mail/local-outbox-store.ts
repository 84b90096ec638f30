import * as v from 'valibot';
import type { Mailer, OutgoingMail } from '#shared/accounts/mail/ports';
import { MAIL_KINDS } from '#shared/accounts/mail/rules/mail';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, isoOf, later, ttlAt } from '#shared/foundation/core/time';
import { shortHash } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, storedState } from '#shared/foundation/dynamodb/rows';

/** A mail that was not sent but kept. */
export interface KeptMail {
  /** Of its page; sorts by time. */
  readonly key: string;
  readonly at: Instant;
  readonly mail: OutgoingMail;
}

const PARTITION = 'OUTBOX#';
const KEPT_MS = 7 * DAY_MS;
/** The newest of them are shown. */
const SHOWN = 100;

const Row: v.GenericSchema<unknown, Omit<KeptMail, 'key'>> = v.object({
  at: instant,
  mail: v.object({
    id: v.string(),
    kind: v.picklist(MAIL_KINDS),
    workspaceId: id('wks'),
    to: v.object({ email: v.string(), name: v.nullable(v.string()) }),
    fromName: v.string(),
    subject: v.string(),
    html: v.string(),
    text: v.string(),
    unsubscribeUrl: v.string(),
  }),
});

/** The mailer of a local stack: it keeps each mail for a week, for the page `/app/outbox`. */
export const localOutbox = (table: Table) =>
  ({
    async send(mail: OutgoingMail, at: Instant): Promise<'sent'> {
      const ttl = ttlAt(later(at, KEPT_MS));
      const sk = `${isoOf(at)}_${shortHash(mail.id)}`;
      await table.write({ put: { pk: PARTITION, sk, type: 'kept_mail', state: storedState({ at, mail }), ttl } });
      return 'sent';
    },

    /** The newest first. */
    async list(): Promise<readonly KeptMail[]> {
      const where = { text: 'pk = :pk', values: { ':pk': PARTITION } };
      const { items } = await table.query({ where, newestFirst: true, limit: SHOWN });
      return items.map((item) => ({ key: item.sk, ...stateOf(Row, item) }));
    },

    async find(key: string): Promise<KeptMail | undefined> {
      const item = await table.get({ pk: PARTITION, sk: key });
      return item && { key, ...stateOf(Row, item) };
    },
  }) satisfies Mailer & Readonly<Record<string, unknown>>;
