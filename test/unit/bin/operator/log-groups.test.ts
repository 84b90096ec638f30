import { logGroupsOf } from '#bin/operator/log-groups';
import { configFor } from '#lib/config';
import { logGroupNameOf } from '#lib/constructs/node-function';
import { describe, expect, it } from '#test/support/jest';

describe('the log groups of a stage, as operator commands ask for them', () => {
  it.each(['local', 'sandbox'])('begin as the function of each folder names its own, in %s', (stage) => {
    for (const entry of ['api/bots', 'workers/media-processing', 'sweeper'])
      expect(logGroupNameOf(configFor(stage), entry).startsWith(logGroupsOf(stage))).toBe(true);
  });
});
