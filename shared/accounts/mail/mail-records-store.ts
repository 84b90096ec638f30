import * as v from 'valibot';
import { MAIL_STATUSES, type MailStatus, type MailTo } from '#shared/accounts/mail/rules/mail';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Key, Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { shortHash } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, unlessThere } from '#shared/foundation/dynamodb/rows';

/** How long a record keeps the same mail from being sent again. */
const KEPT_MS = 400 * DAY_MS;

/** All records of a resource begin with it. */
const MAILS = 'MAIL#';

/** The record of one mail, by what it is about, the occasion and the address. */
const mailRecordKey = ({ about, occasion, email }: MailTo): Key => ({
  pk: about,
  sk: `${MAILS}${occasion}#${shortHash(comparableEmail(email))}`,
});

/** The records of the mails about a resource, for the purge of its workspace. */
export const mailRecordsAbout = (table: Table, about: MailTo['about']): Promise<readonly Key[]> =>
  partition(table, about, MAILS);

/** Deletes the records of mails about a resource to an address. */
export async function removeMailRecords(table: Table, about: MailTo['about'], email: string): Promise<void> {
  const hash = shortHash(comparableEmail(email));
  const theirs = (await mailRecordsAbout(table, about)).filter(({ sk }) => sk.endsWith(`#${hash}`));
  for (const { pk, sk } of theirs) await table.write({ remove: { pk, sk } });
}

/** The id of a mail: the key of its record. */
export const mailIdOf = (mail: MailTo): string => {
  const { pk, sk } = mailRecordKey(mail);
  return `${pk}#${sk}`;
};

/**
 * Records of mails, by which each is sent at most once. They hold no address, only its hash in the key. All functions
 * throw `Throttled`.
 */
export const mailRecords = (table: Table) => ({
  /** The status of a mail and when it was recorded; undefined for a mail without a record. */
  async find(mail: MailTo): Promise<MailRecord | undefined> {
    const item = await table.get(mailRecordKey(mail));
    return item && v.parse(Recorded, item);
  },

  /** Writes the first record of a mail; false where there is one already, and nothing is to be sent. */
  add(mail: MailTo, status: 'sending' | 'suppressed' | 'limited', at: Instant): Promise<boolean> {
    const { kind, workspaceId } = mail;
    const ttl = ttlAt(later(at, KEPT_MS));
    const put = { ...mailRecordKey(mail), type: 'mail', kind, workspace_id: workspaceId, status, at, ttl };
    return table.write({ put, when: unlessThere });
  },

  /** What became of a mail that was `sending`. */
  async end(mail: MailTo, status: Exclude<MailStatus, 'sending'>): Promise<void> {
    const set = { text: 'SET #status = :status', names: STATUS, values: { ':status': status } };
    await table.write({ update: mailRecordKey(mail), set, when: whileSending });
  },

  /** Drops the record of a mail that was not accepted, so that it can be sent again. */
  async drop(mail: MailTo): Promise<void> {
    await table.write({ remove: mailRecordKey(mail), when: whileSending });
  },
});

const Recorded = v.object({ status: v.picklist(MAIL_STATUSES), at: instant });

export type MailRecord = v.InferOutput<typeof Recorded>;

const STATUS = { '#status': 'status' };
const whileSending = { text: '#status = :sending', names: STATUS, values: { ':sending': 'sending' } };
