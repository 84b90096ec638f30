import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { JobHandler } from '#shared/foundation/events/job-worker';
import { OBJECT_CREATED } from '#shared/foundation/infrastructure-names';
import type { writeLog } from '#shared/foundation/platform/log';
import { countDownloads } from '#shared/texts/downloads/commands/count-downloads';
import type { AccessLogs } from '#shared/texts/downloads/ports';

/** What S3 reports of a new object, on the default bus of the account. */
const Stored = v.object({ bucket: v.object({ name: v.string() }), object: v.object({ key: v.string() }) });

interface Dependencies {
  readonly accessLogs: AccessLogs;
  /** Does all else. */
  readonly work: JobHandler;
  readonly log: typeof writeLog;
}

/** Counts what access logs of the bucket of files say that was downloaded, as S3 reports them. */
export function countingAccessLogs(context: CommandContext, { accessLogs, work, log }: Dependencies): JobHandler {
  const count = countDownloads({ ...context, accessLogs });
  return async (event, invocation, requeue) => {
    if (event['detail-type'] !== OBJECT_CREATED) return work(event, invocation, requeue);
    const { bucket, object } = v.parse(Stored, event.detail);
    const counted = await count({ bucket: bucket.name, key: object.key });
    log({ worker: 'housekeeping', message: 'access log', ...counted }, counted.broken > 0 ? 'WARN' : 'INFO');
    return 'done';
  };
}
