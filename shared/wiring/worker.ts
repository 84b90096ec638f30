import { randomBytes } from 'node:crypto';
import type { CommandContext, Dependencies } from '#shared/commands/context';
import { readLimits } from '#shared/core/limits';
import { readPrice } from '#shared/core/price';
import { readRetentionMaximum } from '#shared/meetings/rules/retention';
import { envOr, type HandlerArguments, lazyHandler } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
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
