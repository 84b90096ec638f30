import * as v from 'valibot';
import { type MailStop, STOP_REASONS } from '#shared/accounts/mail/rules/mail-reputation';
import type { UserId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { mailStopKey } from '#shared/foundation/dynamodb/keys';
import { instant, label } from '#shared/foundation/dynamodb/row-parts';

const Row: v.GenericSchema<unknown, MailStop> = v.object({
  reason: label(STOP_REASONS),
  at: instant,
  stops: v.picklist(['all', 'strangers']),
});

/**
 * Stops of mail that hold for every workspace that a user founded: a workspace whose mail was stopped is replaced by
 * another one in a minute. All functions throw `Throttled`.
 */
export const founderStops = (table: Table) => ({
  async find(founder: UserId): Promise<MailStop | undefined> {
    const item = await table.get(mailStopKey(founder));
    return item && v.parse(Row, item);
  },

  /** Idempotent; a stop of all mail stays one. */
  async stop(founder: UserId, { reason, at, stops }: MailStop): Promise<void> {
    const put = { ...mailStopKey(founder), type: 'mail_stop', reason, at, stops };
    const when = {
      text: 'attribute_not_exists(pk) OR (stops = :strangers AND :stops = :all)',
      values: { ':strangers': 'strangers', ':stops': stops, ':all': 'all' },
    };
    await table.write({ put, when });
  },

  /** Idempotent. */
  async resume(founder: UserId): Promise<void> {
    await table.write({ remove: mailStopKey(founder) });
  },
});
