import * as v from 'valibot';
import type { MailCounts, RecipientGroup } from '#shared/accounts/mail/rules/mail-reputation';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Key, Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, isoOf, later, ttlAt } from '#shared/foundation/core/time';
import {
  leftOutOfMailCountsKey,
  MAIL_COUNTS,
  mailCountsKey,
  mailCountsPartition,
} from '#shared/foundation/dynamodb/keys';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { partition, unlessThere } from '#shared/foundation/dynamodb/rows';

/** Counts are kept by periods of 30 days; this one and the one before are looked at. */
const PERIOD_MS = 30 * DAY_MS;

/** The mails of a workspace, or of all workspaces that a user founded, to one group. */
interface CountedMails {
  readonly of: WorkspaceId | UserId;
  readonly group: RecipientGroup;
}

const periodKey = ({ of, group }: CountedMails, at: Instant): Key =>
  mailCountsKey(of, group, isoOf((at - (at % PERIOD_MS)) as Instant).slice(0, 10));

const count = v.optional(v.number(), 0);
const Row: v.GenericSchema<unknown, MailCounts> = v.object({ sent: count, bounced: count, complained: count });

const LeftOutRow = v.object({ workspace_id: id('wks') });

const countsIn = (item: Item | undefined): MailCounts => v.parse(Row, item ?? {});

/** The keys of all counts of a workspace, for its purge, or of a founder. */
export const mailCountKeys = (table: Table, of: WorkspaceId | UserId): Promise<readonly Key[]> =>
  partition(table, mailCountsPartition(of), MAIL_COUNTS);

/** What became of the mails of each workspace and founder, in numbers. All functions throw `Throttled`. */
export const mailCounts = (table: Table) => ({
  /** Counts one mail more. */
  async add(of: CountedMails, what: keyof MailCounts, at: Instant): Promise<void> {
    const set = {
      text: 'SET #ttl = :ttl, #type = :type ADD #what :one',
      names: { '#ttl': 'ttl', '#type': 'type', '#what': what },
      values: { ':ttl': ttlAt(later(at, 3 * PERIOD_MS)), ':type': 'mail_counts', ':one': 1 },
    };
    await table.update(periodKey(of, at), set);
  },

  /** Of the last 30 to 60 days. */
  async recent(of: CountedMails, at: Instant): Promise<MailCounts> {
    const keys = [periodKey(of, at), periodKey(of, later(at, -PERIOD_MS))];
    const [one, other] = (await Promise.all(keys.map((key) => table.get(key)))).map(countsIn);
    return {
      sent: (one?.sent ?? 0) + (other?.sent ?? 0),
      bounced: (one?.bounced ?? 0) + (other?.bounced ?? 0),
      complained: (one?.complained ?? 0) + (other?.complained ?? 0),
    };
  },

  /**
   * Leaves a workspace out of what its founder is judged by, unless another one is. It is forgotten no sooner than the
   * mails that it had sent: after 90 days, or when the founder's counts are cleared.
   */
  async leaveOut(
    founder: UserId,
    { of, group }: CountedMails & { readonly of: WorkspaceId },
    at: Instant,
  ): Promise<void> {
    const put = {
      ...leftOutOfMailCountsKey(founder, group),
      ...{ type: 'mail_counts', workspace_id: of, ttl: ttlAt(later(at, 3 * PERIOD_MS)) },
    };
    await table.write({ put, when: unlessThere });
  },

  async leftOut(founder: UserId, group: RecipientGroup): Promise<WorkspaceId | undefined> {
    const item = await table.get(leftOutOfMailCountsKey(founder, group));
    return item && v.parse(LeftOutRow, item).workspace_id;
  },

  /** Begins again, when the operator lets the workspace mail again. */
  async clear(of: WorkspaceId | UserId): Promise<void> {
    for (const { pk, sk } of await mailCountKeys(table, of)) await table.write({ remove: { pk, sk } });
  },
});
