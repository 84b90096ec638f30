import { UsageError } from '#bin/cli/cli-error';
import { flag, optional, positional } from '#bin/cli/options';
import { choice, matching } from '#bin/cli/value-types';
import { auditRead, auditWorkspace } from '#bin/operator/audit-read';
import { aboutOf, type DeadLetter, listed, shown } from '#bin/operator/dead-letters/dead-letter';
import { DEAD_LETTER_NAMES, type DeadLetterQueueName } from '#bin/operator/dead-letters/queues';
import { type DeadLetterQueues, deadLettersOf } from '#bin/operator/dead-letters/read-dead-letters';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { rowsOfId, workspacesIn } from '#bin/operator/show/stored-rows';
import { withStage } from '#bin/operator/stage';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';

const ACTIONS = ['list', 'show', 'redrive', 'drop'] as const;
type Action = (typeof ACTIONS)[number];

const messageId = matching(/^[\w-]{1,100}$/, 'the id of a message, as --list prints it');

/** npm run ops -- dead-letters: what is in a dead-letter queue, one message back to its queue, or out of it. */
export const deadLetters = operatorCommand({
  name: 'dead-letters',
  description: `Lists the messages of a dead-letter queue with what they are about, shows one, sends one back to its queue, or
drops one for good. What is printed of a workspace, and what is dropped, is in its audit log. All messages of a queue go
back with npm run ops -- redrive.`,
  options: {
    queue: positional(optional(choice(...DEAD_LETTER_NAMES), 'queue; all of them with --list alone')),
    id: positional(optional(messageId, 'message, for --show, --redrive and --drop')),
    list: flag('lists the messages, the oldest first'),
    show: flag('prints one message, its texts masked'),
    redrive: flag('sends one message back to its queue'),
    drop: flag('deletes one message for good: its work is not done'),
    reveal: flag('with --show, prints personal data and texts; secrets stay hidden'),
  },
  run: async ({ queue, id, reveal, stage, table, ...flags }) => {
    const asked = actionIn({ ...flags, queue, id });
    return withStage({ stage, table }, ({ context }) =>
      deadLettersOf(stage, (queues) => act({ context, queues, stage }, asked, reveal)),
    );
  },
});

export type Asked =
  | { readonly action: 'list'; readonly queues: readonly DeadLetterQueueName[] }
  | { readonly action: Exclude<Action, 'list'>; readonly queue: DeadLetterQueueName; readonly id: string };

interface Given extends Readonly<Record<Action, boolean>> {
  readonly queue: DeadLetterQueueName | undefined;
  readonly id: string | undefined;
}

/** What the options ask for; `--list` is meant where nothing is said. */
export function actionIn({ queue, id, ...flags }: Given): Asked {
  const named = ACTIONS.filter((one) => flags[one]);
  if (named.length > 1) throw new UsageError(`--${named[0]} and --${named[1]} exclude each other`);
  const [action = 'list'] = named;
  if (action === 'list') {
    if (id !== undefined) throw new UsageError('--list takes a queue and no message; --show takes both');
    return { action, queues: queue === undefined ? DEAD_LETTER_NAMES : [queue] };
  }
  if (queue === undefined || id === undefined)
    throw new UsageError(`--${action} takes a queue and the id of a message`);
  return { action, queue, id };
}

export interface DeadLetterSources {
  readonly context: CommandContext;
  readonly queues: DeadLetterQueues;
  readonly stage: string;
}

/** Does what was asked for. Throws a CliError for a message that is not there. */
export async function act(sources: DeadLetterSources, asked: Asked, reveals: boolean): Promise<Report> {
  if (asked.action === 'list') return list(sources, asked.queues);
  const { queue, id } = asked;
  if (asked.action === 'show') return showOne(sources, queue, id, reveals);
  if (asked.action === 'redrive') {
    await sources.queues.redrive(queue, id);
    return { text: `${id} is back in the queue ${queue}.`, json: { queue, id, redriven: true } };
  }
  const letter = await sources.queues.drop(queue, id, (found) => auditDrop(sources, queue, found));
  return {
    text: `${id} is dropped from ${queue}: its work is not done.`,
    json: { queue, id, ...aboutOf(letter), dropped: true },
  };
}

async function list({ queues, stage }: DeadLetterSources, names: readonly DeadLetterQueueName[]): Promise<Report> {
  const found: (readonly [DeadLetterQueueName, readonly DeadLetter[]])[] = [];
  for (const name of names) found.push([name, await queues.list(name)]);
  const lines = found.flatMap(([name, letters]) => [
    `${name}: ${letters.length === 0 ? 'empty' : `${letters.length} ${letters.length === 1 ? 'message' : 'messages'}`}`,
    ...letters.map(lineOf),
  ]);
  return {
    text: lines.join('\n'),
    json: Object.fromEntries(found.map(([name, letters]) => [name, letters.map((letter) => listed(letter, stage))])),
  };
}

function lineOf(letter: DeadLetter): string {
  const { kind, about } = aboutOf(letter);
  return `  ${letter.id}  ${isoOf(letter.sentAt)}  ${kind}  ${about.slice(0, 3).join(' ') || 'names no id'}`;
}

async function showOne(
  { context, queues, stage }: DeadLetterSources,
  queue: DeadLetterQueueName,
  id: string,
  reveals: boolean,
): Promise<Report> {
  const letter = await queues.find(queue, id);
  for (const workspaceId of await workspacesOf(context, letter))
    await auditRead(context, workspaceId, { command: 'dead-letters', subject: id, revealed: reveals });
  const json = { queue, ...shown(letter, stage, { reveals }) };
  return { text: JSON.stringify(json, null, 2), json };
}

/** The workspaces that a message names, or whose rows it names. */
async function workspacesOf({ table }: CommandContext, letter: DeadLetter): Promise<readonly WorkspaceId[]> {
  const { about } = aboutOf(letter);
  const rows = await Promise.all(about.map(async (id) => (await rowsOfId(table, id)).rows));
  const named = about.flatMap((id) => idOf('wks', id) ?? []);
  return [...new Set([...named, ...workspacesIn(rows.flat())])];
}

/** A message that names no workspace has no log to be told in: the line of CloudTrail is what stays. */
async function auditDrop(
  { context }: DeadLetterSources,
  queue: DeadLetterQueueName,
  letter: DeadLetter,
): Promise<void> {
  const { kind } = aboutOf(letter);
  for (const workspaceId of await workspacesOf(context, letter))
    await auditWorkspace(context, workspaceId, 'workspace.dead_letter_dropped', { queue, message: letter.id, kind });
}
