import { logGroupsOf } from '#bin/operator/log-groups';
import { type MaskOptions, masked } from '#bin/operator/show/mask';
import { idsWithin } from '#bin/operator/show/subject';
import { isJsonObject, parsedJson } from '#shared/foundation/core/json';
import { type Instant, isoOf } from '#shared/foundation/core/time';

/** A message as it lies in a dead-letter queue. */
export interface DeadLetter {
  /** Of SQS: log lines of workers name it as `messageId`. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Instant;
  /** How often its queue and this one returned it. */
  readonly receives: number;
  /** Its message group, a workspace. */
  readonly group: string | undefined;
  /** What Lambda or EventBridge says of a failed invocation: names of attributes such as `ERROR_CODE`. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface AboutDeadLetter {
  /** `job.mail`, `bot.joined`, or `unreadable` for a body that is no JSON object: no retry makes it readable. */
  readonly kind: string;
  /** Ids that it names, of resources and outbox rows. */
  readonly about: readonly string[];
}

/** What a message is about, by its body alone. */
export function aboutOf({ body, group }: Pick<DeadLetter, 'body' | 'group'>): AboutDeadLetter {
  const parsed = parsedJson(body);
  const about = idsWithin(`${body} ${group ?? ''}`);
  return { kind: isJsonObject(parsed) ? kindOf(parsed) : 'unreadable', about };
}

/** Of a message of the bus, of a job in the queue of its worker, and of a message that only names a resource. */
function kindOf(body: Readonly<Record<string, unknown>>): string {
  const nested = [body['detail'], body['job']].flatMap((one) => (isJsonObject(one) ? [one['type']] : []));
  const found = [body['detail-type'], ...nested].find((one) => typeof one === 'string');
  if (typeof found === 'string') return found;
  const [named] = Object.keys(body).filter((name) => /Id$/.test(name));
  return named === undefined ? 'unknown' : named.replace(/Id$/, '');
}

const WHY = ['ERROR_CODE', 'ERROR_MESSAGE', 'RULE_ARN', 'TARGET_ARN', 'EXHAUSTED_RETRY_CONDITION'];

/** A dead letter as it is listed, without its body. */
export function listed(letter: DeadLetter, stage: string): Readonly<Record<string, unknown>> {
  const why = WHY.flatMap((name) =>
    letter.attributes[name] === undefined ? [] : [[name.toLowerCase(), letter.attributes[name]]],
  );
  return {
    id: letter.id,
    ...aboutOf(letter),
    sent_at: isoOf(letter.sentAt),
    receives: letter.receives,
    ...Object.fromEntries(why.filter(([name]) => name !== 'error_message')),
    why: {
      log_groups: logGroupsOf(stage),
      query: `fields @timestamp, worker, error, at, cause | filter messageId = "${letter.id}" | sort @timestamp desc`,
    },
  };
}

/** The same with its body, whose texts are masked. A body that is no JSON is shown by its length alone. */
export const shown = (letter: DeadLetter, stage: string, options: MaskOptions): Readonly<Record<string, unknown>> => ({
  ...listed(letter, stage),
  body: masked(parsedJson(letter.body) ?? letter.body, options, 'body'),
});
