import { seededRandom } from '#test/benchmarks/random';

/** What a person does in their calendar. */
export const EDITS = [
  ...['add event', 'add event', 'add event', 'add series', 'add series', 'rename', 'rename', 'relink', 'relink'],
  ...[
    'move',
    'move',
    'move far',
    'move series',
    'change rule',
    'split series',
    'to days',
    'to hours',
    'respond',
    'respond',
  ],
  ...['hide', 'show', 'remove', 'remove', 'remove event', 'call off', 'restore', 'invite many'],
] as const;

/** What goes wrong between the provider and the service. */
export const TROUBLES = [
  ...['throttle', 'throttle', 'down', 'no answer', 'token refused', 'gibberish', 'forget cursors', 'forget cursors'],
  ...['end access tokens', 'revoke', 'kill', 'kill', 'hurry', 'crowd'],
] as const;

/** Time, and notifications of changes: in order, late, twice or never. */
export const TELLING = [
  ...[
    'notify',
    'notify',
    'notify twice',
    'lose notifications',
    'hold notifications',
    'notify late',
    'forged notification',
  ],
  ...['pass on time', 'pass on time', 'minutes', 'minutes', 'hours', 'days', 'ask for a sync', 'quiet'],
] as const;

export type StepName = (typeof EDITS)[number] | (typeof TROUBLES)[number] | (typeof TELLING)[number];

/** One thing that happens. Its lots, from 0 up to 1, say to what and how: they mean something whatever happened before. */
export interface Step {
  readonly name: StepName;
  readonly lots: readonly number[];
}

const LOTS = 5;

/** A calendar that is there already, then some of everything. */
export function drawnSteps(seed: number): readonly Step[] {
  const random = seededRandom(seed);
  const lots = () => Array.from({ length: LOTS }, () => Math.round(random() * 1_000) / 1_000);
  const drawn = <Name>(names: readonly [Name, ...Name[]] | readonly Name[]): Name =>
    names[Math.floor(random() * names.length)] as Name;
  const first = Array.from({ length: 1 + Math.floor(random() * 3) }, () => drawn(['add event', 'add series'] as const));
  const later = Array.from({ length: 6 + Math.floor(random() * 14) }, (): StepName => {
    const lot = random();
    if (lot < 0.5) return drawn(EDITS);
    return lot < 0.65 ? drawn(TROUBLES) : drawn(TELLING);
  });
  return [...first, ...later].map((name) => ({ name, lots: lots() }));
}
