import type { AssignmentId } from '#shared/foundation/core/ids';
import { DEFAULTS_ALONE, type Resolved } from '#shared/meetings/settings/rules/resolve-settings';
import { withRetentionMaximum } from '#shared/meetings/settings/rules/retention-maximum';
import { describe, expect, it } from '#test/support/jest';

const assignmentId = 'asg_01k0000000000000000000000a' as AssignmentId;

/** Media are kept for these days, and the rest for ever. */
const keptFor = (days: number): Resolved => ({
  values: { ...DEFAULTS_ALONE.values, 'retention.media_days': days },
  sources: { ...DEFAULTS_ALONE.sources, 'retention.media_days': { assignmentId } },
});

const BY_MAXIMUM = { assignmentId: null, reason: 'deployment_maximum' };

describe('the maximum of a deployment', () => {
  it('counts where settings say more or nothing', () => {
    const { values, sources } = withRetentionMaximum(keptFor(31), 30);

    expect([values['retention.media_days'], values['retention.meeting_days']]).toEqual([30, 30]);
    expect([sources['retention.media_days'], sources['retention.meeting_days']]).toEqual([BY_MAXIMUM, BY_MAXIMUM]);
    expect(sources['recording.enabled']).toEqual({ assignmentId: null, reason: 'default' });
  });

  it.each([1, 30])('leaves %d days, which are not more than it', (days) => {
    const { values, sources } = withRetentionMaximum(keptFor(days), 30);

    expect([values['retention.media_days'], sources['retention.media_days']]).toEqual([days, { assignmentId }]);
  });

  it('changes nothing where the deployment has none', () => {
    expect(withRetentionMaximum(keptFor(31), undefined)).toEqual(keptFor(31));
  });
});
