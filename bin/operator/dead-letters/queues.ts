import { QUEUES } from '#bin/operator/redrive/queues';

/** Dead-letter queues of functions, whose work stays due in the table: there is no queue to move a message back to. */
const OF_FUNCTIONS = { sweeper: 'sweeper', relay: 'outbox-relay', bus: 'bus' } as const;

/** Every dead-letter queue: the name in commands, and that of what it belongs to in lib/. */
export const DEAD_LETTER_QUEUES = { ...QUEUES, ...OF_FUNCTIONS } as const;

export type DeadLetterQueueName = keyof typeof DEAD_LETTER_QUEUES;

export const DEAD_LETTER_NAMES = Object.keys(DEAD_LETTER_QUEUES) as DeadLetterQueueName[];

/** Whether its messages can go back to a queue. */
export const isRedrivable = (name: DeadLetterQueueName): name is keyof typeof QUEUES => name in QUEUES;

/** Of a stage: `rapporteur-production-bots-dead-letters`. */
export const deadLetterQueueName = (stage: string, name: DeadLetterQueueName): string =>
  `rapporteur-${stage}-${DEAD_LETTER_QUEUES[name]}-dead-letters`;
