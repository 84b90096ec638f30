import type { StageConfig } from './config.ts';

/** Workers of long jobs (`JobWorker`): each has the maximum concurrency `jobs`. */
const JOB_WORKERS = 7;

/**
 * Lambda keeps this many concurrent executions of an account unreserved where functions reserve some:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html. Functions without a reservation answer
 * within them.
 */
const LEAST_UNRESERVED = 100;

/** Concurrent executions that the workers of a stage reach together, as the event source mappings of its queues say. */
export const workerConcurrency = ({ concurrency }: Pick<StageConfig, 'concurrency'>): number =>
  Object.entries(concurrency).reduce(
    (total, [queue, most]) => total + (queue === 'jobs' ? JOB_WORKERS : 1) * (most ?? 0),
    0,
  );

/** Concurrent executions that functions of a stage reserve together. */
const reservedConcurrency = ({ reservedConcurrency: reserved }: Pick<StageConfig, 'reservedConcurrency'>) =>
  Object.values(reserved).reduce((total, most) => total + most, 0);

/** Concurrent executions that a stage needs of its account and region: what queues reach comes out of the unreserved ones. */
export const accountConcurrency = (config: Pick<StageConfig, 'concurrency' | 'reservedConcurrency'>): number =>
  workerConcurrency(config) + Math.max(reservedConcurrency(config), LEAST_UNRESERVED);
