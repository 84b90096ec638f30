import { randomBytes } from 'node:crypto';
import type { CommandContext, Dependencies } from '#shared/foundation/commands/context';
import { readLimits } from '#shared/foundation/core/limits';
import { readPrice } from '#shared/foundation/core/price';
import { envOr, type HandlerArguments, lazyHandler } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { fullJitter, systemClock } from '#shared/foundation/platform/system-clock';
import { readRetentionMaximum } from '#shared/meetings/meetings/rules/retention';
import { commandContext } from '#shared/wiring/command-context';
import { limitsInLog } from '#shared/wiring/limit-reports';
import { mainTable } from '#shared/wiring/main-table';

/** As a Lambda finds them, in AWS and in the emulator alike. */
export const lambdaDependencies = (): Dependencies => ({
  table: mainTable(),
  clock: systemClock,
  backoff: fullJitter,
  randomBytes: (size) => randomBytes(size),
  limits: readLimits(envOr('limits', '{}')),
  reportLimit: limitsInLog({ clock: systemClock, log: writeLog }),
  pricePerMinute: readPrice(envOr('pricePerMinute', '')),
  retentionMaximumDays: readRetentionMaximum(envOr('retentionMaximumDays', '')),
});

/** The handler of a worker. */
export const worker = <Arguments extends HandlerArguments, Result extends Promise<unknown>>(
  make: (context: CommandContext) => (...args: Arguments) => Result,
) => lazyHandler(() => make(commandContext(lambdaDependencies())));
