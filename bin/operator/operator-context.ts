import { randomBytes } from 'node:crypto';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { CliError } from '#bin/cli/cli-error';
import { withClient } from '#bin/stack/emulator-config';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Table } from '#shared/foundation/core/table';
import { fullJitter, systemClock } from '#shared/foundation/platform/system-clock';
import { commandContext } from '#shared/wiring/command-context';

/** What the commands of an operator work with; `principal` is in their audit events. */
export const operatorContext = (table: Table, principal: string): CommandContext =>
  commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes, operator: principal });

/**
 * Who runs this command at AWS, as an ARN: that of a user, or of a role with the name of its session. It needs no
 * permission. On the local stage there are no principals.
 */
export async function principalOf(stage: string): Promise<string> {
  if (stage === 'local') return 'local';
  const { Arn } = await withClient(new STSClient({}), (client) => client.send(new GetCallerIdentityCommand()));
  if (Arn === undefined) throw new CliError('AWS does not say who runs this command');
  return Arn;
}
