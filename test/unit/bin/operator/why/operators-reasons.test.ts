import { CALENDAR_WORDS, ofDeployment } from '#bin/operator/why/calendar';
import { inWords, lines } from '#bin/operator/why/reasons';
import { ofRecorders, RECORDING_WORDS } from '#bin/operator/why/recording';
import { ofFanout } from '#bin/operator/why/webhooks';
import type { Reason } from '#shared/foundation/core/reason';
import { isoOf } from '#shared/foundation/core/time';
import { CLOSED } from '#shared/meetings/recorders/rules/circuit-breaker';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

const recorder = { name: 'eu', circuit: CLOSED };
const broken = { name: 'us', circuit: { failures: 3, openUntil: minutes(1) } };
const holding = (reasons: readonly Reason[]) => reasons.filter(({ holds }) => holds).map(({ name }) => name);

const slotAt = (inMinutes: number) => ({ in: 'workspace', at: minutes(inMinutes), weight: 1 }) as const;

describe('the reasons that operators alone see', () => {
  it('are recorders, of which there is none or each has an open circuit', () => {
    expect(holding(ofRecorders('meet', [], noon))).toContain('no_recorder');
    expect(holding(ofRecorders('meet', [broken], noon))).toEqual(['circuits_open']);
    expect(holding(ofRecorders('meet', [broken, recorder], noon))).toEqual([]);
  });

  it('are an OAuth client that is not there', () => {
    expect([false, true].map((hasClient) => holding(ofDeployment(hasClient)))).toEqual([['no_client'], []]);
  });

  it('are events that wait for their fan-out for longer than a sweep', () => {
    expect(holding(ofFanout([{ since: minutes(-3), slot: undefined }], noon))).toEqual(['not_fanned_out']);
    expect(holding(ofFanout([{ since: minutes(-9), slot: slotAt(-3) }], noon))).toEqual(['not_fanned_out']);
    expect(holding(ofFanout([{ since: minutes(-1), slot: undefined }], noon))).toEqual([]);
    expect(holding(ofFanout([{ since: minutes(-9), slot: slotAt(-1) }], noon))).toEqual([]);
  });

  it('are events that wait for a slot: until when, whose, and as how many their webhooks count', () => {
    const slots = [slotAt(5), { in: 'founder', at: minutes(9), weight: 10 }] as const;
    const [rateLimited] = ofFanout(
      slots.map((slot) => ({ since: noon, slot })),
      noon,
    ).filter(({ holds }) => holds);

    expect([rateLimited?.name, rateLimited?.evidence]).toEqual([
      'in_line',
      {
        ...{ events: 2, first_at: isoOf(minutes(5)), last_at: isoOf(minutes(9)) },
        ...{ lines: ['workspace', 'founder'], counted_as: 10 },
      },
    ]);
  });
});

describe('the words for operators', () => {
  const found = { name: 'not_wanted', holds: true } as const;
  const said = (evidence: Reason['evidence']) =>
    lines(inWords({ found: { ...found, evidence }, ruledOut: [] }, RECORDING_WORDS));

  it('say by the evidence what wants no recording', () => {
    expect(said({ reason: 'usage_limit' })).toEqual([
      'not_wanted: a limit of the workspace is used up: workspace --limit sets another; or as many bots as may be join at that time (planned_bots)',
      '  reason: usage_limit',
    ]);
    expect(said({ assignment: 'asg_one' })[0]).toBe('not_wanted: an assignment of settings turns recording off');
    expect(said({ reason: 'newer' })[0]).toBe('not_wanted: newer');
  });

  it('name what was ruled out', () => {
    const ruledOut = [{ name: 'archived', holds: false, evidence: {} }] as const;

    expect(lines(inWords({ found: { name: 'in_sync', holds: true, evidence: {} }, ruledOut }, CALENDAR_WORDS))).toEqual(
      ['in_sync: it is in sync', 'Ruled out: archived.'],
    );
  });
});
