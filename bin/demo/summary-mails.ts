import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Client } from '#bin/demo/client';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { type KeptMail, localOutbox } from '#shared/accounts/mail/local-outbox-store';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';

const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;

/** Has the summary of one meeting mailed to everyone who is invited and has not declined. */
export async function mailSummary(api: Client, meetingId: string): Promise<void> {
  await api.changeMeetingSettings({ path: { id: meetingId }, body: { summary: { email: 'participants' } } });
}

/**
 * The summary mails of a meeting in the outbox of the stack, the newest first. Waits a minute for the first, and for the
 * others as long as each look finds more.
 */
export async function summaryMails(stack: Stack, meetingId: string, signal: AbortSignal): Promise<readonly KeptMail[]> {
  const aws = { endpoint: stack.endpoint_url, region: stack.region };
  const { tableName } = await stackOutputs(aws);
  return withClient(new DynamoDBClient(emulatorConfig(aws)), async (client) => {
    const outbox = localOutbox(dynamoTable(documentClient(client), tableName));
    const deadline = performance.now() + TIMEOUT_MS;
    let before: readonly KeptMail[] = [];
    for (;;) {
      const found = (await outbox.list()).filter(({ mail }) => isSummaryOf(meetingId, mail));
      const isWhole = found.length > 0 && found.length === before.length;
      if (isWhole || performance.now() > deadline) return found;
      before = found;
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  });
}

/** The id of a mail begins with the resource that it is about. */
const isSummaryOf = (meetingId: string, { kind, id }: KeptMail['mail']): boolean =>
  kind === 'summary' && id.startsWith(`${meetingId}#`);
