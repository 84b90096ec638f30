import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { CliError, UsageError } from '#bin/cli/cli-error';
import { expectedFailure, failureOf } from '#bin/cli/failure';
import { Interrupted } from '#bin/cli/interrupt';
import { notFound } from '#shared/foundation/core/refusal';
import { LostRace, Throttled } from '#shared/foundation/core/store';
import { describe, expect, it } from '#test/support/jest';

const SECRET = 'rap_secret';

const aws = new DynamoDBServiceException({
  ...{ name: 'AccessDeniedException', message: 'User is not authorized.', $fault: 'client', $metadata: {} },
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('the failure of a command', () => {
  it.each([
    ['what cannot be done', new CliError('There is no user'), 'There is no user.', 1],
    ['a refusal', notFound('user'), 'There is no such user.', 1],
    ['wrong arguments', new UsageError('--user is required'), '--user is required.', 2],
    ['an interrupt', new Interrupted('Stopped.'), 'Stopped.', 130],
    [
      'no region',
      new Error('Region is missing'),
      'No AWS region is set: set AWS_REGION to the region of the stage.',
      1,
    ],
    ['AWS', aws, 'AWS refused (AccessDeniedException): User is not authorized.', 3],
    ['AWS, wrapped', new Error('x', { cause: aws }), 'AWS refused (AccessDeniedException): User is not authorized.', 3],
    [
      'a busy service, with the error of AWS',
      new Throttled('busy', { cause: aws }),
      'AWS refused (AccessDeniedException): User is not authorized.',
      3,
    ],
    [
      'others who write the same row',
      new LostRace('row'),
      'Others kept changing this at the same time: run the command again.',
      1,
    ],
    ['a busy table', new Throttled('busy'), 'The table is busy: run the command again.', 3],
    ['no network', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'AWS refused (Error): connect.', 3],
  ])('is one sentence with an exit status for %s', (_what, error, message, exitStatus) => {
    expect(failureOf(error)).toEqual({ message, exitStatus });
  });

  it('of a command of developers keeps its stack trace, unless it is expected', () => {
    expect(expectedFailure(new CliError('No stack is running'))?.exitStatus).toBe(1);
    expect(expectedFailure(aws)).toBeUndefined();
  });

  it('is a defect without its message, which may quote a secret, for any other error', () => {
    const error = thrownBy(() => v.parse(v.number(), SECRET));

    const { message, exitStatus } = failureOf(error);

    expect(expectedFailure(error)).toBeUndefined();
    expect(exitStatus).toBe(1);
    expect(message).toMatch(/^The command has a defect: ValiError\b/);
    expect(message).not.toContain(SECRET);
    expect(message).not.toContain('\n');
  });
});
