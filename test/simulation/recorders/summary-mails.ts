import { type Mailer, MailNotAccepted, type OutgoingMail } from '#shared/accounts/mail/ports';
import type { Table } from '#shared/foundation/core/table';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { World } from '#test/support/api';
import { mailWorker } from '#test/support/mail-worker';

/** On the invite of each meeting. */
export const ATTENDEES = [
  { name: 'Ada', email: 'ada@acme.test', response: 'accepted' },
  { name: 'Eve', email: 'eve@elsewhere.test', response: 'needs_action' },
  { name: 'Dan', email: 'dan@elsewhere.test', response: 'declined' },
];
const MAY_GET_MAIL = ATTENDEES.filter(({ response }) => response !== 'declined').map(({ email }) => email);

/** The worker dies after it handed a mail over. */
class Died extends Error {}

const ROUNDS = 8;

/**
 * Mails the summaries of a story: the mail service refuses some for now, loses the answer about others, and the worker
 * dies after it handed one over. What breaks: a second mail for a meeting and address, or one to a stranger.
 */
export async function mailSummaries(
  world: World,
  random: () => number,
  { isRecorded }: { readonly isRecorded: boolean },
): Promise<readonly string[]> {
  const sent: OutgoingMail[] = [];
  let isDead = false;
  const mailer: Mailer = {
    async send(mail) {
      const drawn = random();
      if (drawn < 0.2) throw new MailNotAccepted('throttled');
      sent.push(mail);
      if (drawn < 0.4) throw new Error('no answer');
      isDead = drawn < 0.6;
      return 'sent';
    },
  };
  const table = mortal(isRecorded ? world.context.table : withoutRecords(world.context.table), () => isDead);
  const worker = mailWorker({ ...world, context: { ...world.context, table } }, { mailer });
  for (let round = 0; round < ROUNDS; round += 1) {
    isDead = false;
    await worker.run().catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    world.clock.set(later(world.clock.now(), 10 * MINUTE_MS));
  }
  return [...repeated(sent), ...strangers(sent)];
}

const repeated = (sent: readonly OutgoingMail[]): readonly string[] =>
  sent
    .filter(({ id }, at) => sent.findIndex((other) => other.id === id) < at)
    .map(({ to }) => `I4: ${to.email} got the summary of a meeting again`);

const strangers = (sent: readonly OutgoingMail[]): readonly string[] =>
  sent
    .filter(({ to }) => !MAY_GET_MAIL.includes(to.email))
    .map(({ to }) => `I5: ${to.email} got a summary without being invited, or after declining`);

/** A table that takes no write of a worker that died. */
function mortal(table: Table, isDead: () => boolean): Table {
  const living = () => {
    if (isDead()) throw new Died();
  };
  return {
    ...table,
    async write(one) {
      living();
      return table.write(one);
    },
    async transact(some) {
      living();
      return table.transact(some);
    },
  };
}

/** Without the record of each mail, nothing says that it was sent. */
const withoutRecords = (table: Table): Table => ({
  ...table,
  get: async (key) => (key.sk.startsWith('MAIL#') ? undefined : table.get(key)),
  async write(one) {
    return 'put' in one && one.put.type === 'mail' ? table.write({ put: one.put }) : table.write(one);
  },
});
