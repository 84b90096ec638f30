import type { Key } from '#shared/foundation/core/table';

/**
 * What a restore does with a row. `restored`: it becomes what it was, and goes where there was none. `kept`: the row of
 * now stays, and only a missing one is put back. `left`: it is neither put back nor changed nor removed.
 */
export type RowRule = 'restored' | 'kept' | 'left';

interface RuleFor {
  readonly keys: readonly RegExp[];
  readonly rule: Exclude<RowRule, 'restored'>;
}

/** `pk sk` of the rows that are not simply what they were; why is in docs/decisions/restore.md. */
const RULES: readonly RuleFor[] = [
  // Who signs in, and whether their key works: Cognito is not set back, and a revoked key must not work again.
  { keys: [/^usr_\S+ (?:\.|KEY)$/, /^(?:SUB|USERMAIL)#/], rule: 'kept' },
  // Keys that seal or sign what is outside the table: links, cursors, hashes of erased people.
  { keys: [/^SYSTEM /], rule: 'kept' },
  // What operators have set up for the deployment.
  { keys: [/^(?:PROVIDER|MODEL|RECORDERS)#/], rule: 'kept' },
  // What must not be said or sent again, and what is a record of what happened.
  { keys: [/^SUPPRESSED#/, / MAILS?#/, / MAIL_STOP$/, / ERASED#/, /^aud_/], rule: 'kept' },
  // Credentials of minutes and hours, and agents: one that was ended must not come back.
  { keys: [/^(?:SES|SIGNIN|SIGNUP|CODE|TICKET|CONSENT|OAUTH)#/, /^usr_\S+ AGENT#/], rule: 'left' },
  // Counts and states of this minute.
  { keys: [/^(?:LIMIT|PLACES|LINE|RATE|LIVE|RECORDER|OUTBOX)#/], rule: 'left' },
  // How far a restore is; it is in the restored table alone.
  { keys: [/^RESTORE /], rule: 'left' },
];

/** What a restore does with the row of this key. */
export function rowRule({ pk, sk }: Key): RowRule {
  const key = `${pk} ${sk}`;
  return RULES.find(({ keys }) => keys.some((pattern) => pattern.test(key)))?.rule ?? 'restored';
}
