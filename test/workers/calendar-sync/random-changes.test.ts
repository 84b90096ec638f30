import type { ProviderPage } from '#shared/calendars/sync/ports';
import { describe, expect, it } from '#test/support/jest';
import { runSequence } from '../../calendars/run-sequence.ts';
import { asRepro } from '../../calendars/run-sequences.ts';
import { shrunk } from '../../calendars/shrink.ts';
import { drawnSteps, type Step } from '../../calendars/steps.ts';

const aMeeting: Step = { name: 'add event', lots: [0.5, 0.2, 0.2, 0, 0.2] };
const quiet: Step = { name: 'quiet', lots: [] };

describe.each(['google', 'microsoft'] as const)('random changes of a calendar of %s detect', (provider) => {
  const run = (steps: readonly Step[], altered?: (page: ProviderPage) => ProviderPage) =>
    runSequence({ provider, seed: 2, steps, ...(altered && { altered }) });
  const seen = (kept: (kind: string) => boolean) => (page: ProviderPage) => ({
    ...page,
    events: page.events.filter(({ kind }) => kept(kind)),
  });

  it('a removed event that stays', async () => {
    const steps: readonly Step[] = [aMeeting, quiet, { name: 'remove event', lots: [0] }];
    expect((await run(steps)).violations).toEqual([]);
    const { violations } = await run(
      steps,
      seen((kind) => kind === 'occurrence'),
    );
    expect(violations).toEqual([expect.stringMatching(/^too much: /)]);
  });

  it('a change that is missed', async () => {
    const steps: readonly Step[] = [aMeeting, quiet, { name: 'rename', lots: [0, 0, 0.5] }];
    const { violations } = await run(steps, (page) => ({
      ...page,
      events: page.events.filter((event) => event.kind !== 'occurrence' || event.title !== 'Renamed 0.5'),
    }));
    expect(violations).toEqual([expect.stringMatching(/instead of .*Renamed 0\.5/)]);
  });
});

describe('a random sequence', () => {
  it('is the same for the same seed', async () => {
    expect(drawnSteps(7)).toEqual(drawnSteps(7));
    const given = { provider: 'google', seed: 7, steps: drawnSteps(7) } as const;
    expect(await runSequence(given)).toEqual(await runSequence(given));
  });

  it('that fails is reported with the fewest steps that still fail, and the command that repeats it', async () => {
    const steps = drawnSteps(3);
    const [third, last] = [steps[2], steps.at(-1)];
    const fails = async (some: readonly Step[]) =>
      some.some((one) => one === third) && some.some((one) => one === last);
    expect(await shrunk(steps, fails)).toEqual([third, last]);
    expect(asRepro({ provider: 'google', seed: 3, violations: ['missing: x'], steps: [quiet] })).toBe(
      'google 3: missing: x\n    quiet \n    again with: npm test -- calendars --provider google --seed 3',
    );
  });
});
