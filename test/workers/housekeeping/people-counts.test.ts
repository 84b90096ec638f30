import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { saveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { AttendeeResponse } from '#shared/foundation/core/people';
import { Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { listOf } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { companyDomainOf } from '#shared/meetings/companies/rules/company';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';
import type { CountingContext } from '#shared/meetings/people/commands/count-person';
import type { Person } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';
import { commandContext } from '#shared/wiring/command-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { peopleWorker } from '#test/support/people-worker';
import { sized } from '#test/support/test-size';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, aRecording } from '#test/unit/meetings/rules/a-meeting';

const EMAILS = ['ada@acme.test', 'grace@navy.test', 'mary@navy.test', 'alan@bletchley.test'] as const;
const RESPONSES: readonly AttendeeResponse[] = ['accepted', 'declined', 'needs_action'];

const change = fc.record({
  does: fc.constant('change' as const),
  nth: fc.nat(2),
  /** Hours from the moment of the step. */
  startsIn: fc.constantFrom(-50, -3, 0, 2, 30),
  lasts: fc.constantFrom(1, 24, null),
  cancelled: fc.boolean(),
  bot: fc.constantFrom('none', 'none', 'live', 'ended'),
  invited: fc.uniqueArray(fc.record({ who: fc.nat(3), response: fc.constantFrom(...RESPONSES) }), {
    selector: ({ who }) => who,
  }),
});
const remove = fc.record({ does: fc.constant('remove' as const), nth: fc.nat(2) });
const domains = fc.record({ does: fc.constant('domains' as const), isNavyOwn: fc.boolean() });
const pass = fc.record({ does: fc.constant('pass' as const), minutes: fc.constantFrom(1, 90, 1500, 3000) });
const sweep = fc.record({
  does: fc.constant('sweep' as const),
  /** Every message this often, all at once. */
  times: fc.constantFrom(1, 2, 3),
  /** Writes of the sweep after which the worker is gone; it may have made the last of them. */
  dies: fc.option(fc.record({ after: fc.nat(12), isWritten: fc.boolean() })),
});
const life = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: change },
    { weight: 1, arbitrary: remove },
    { weight: 1, arbitrary: domains },
    { weight: 2, arbitrary: pass },
    { weight: 4, arbitrary: sweep },
  ),
  { minLength: 4, maxLength: 14 },
);
type Step = typeof life extends fc.Arbitrary<(infer One)[]> ? One : never;
type Sweep = Extract<Step, { does: 'sweep' }>;

/** How many attendances of a person are counted together. */
type InRanges = Pick<CountingContext, 'attendancesInRange'>;

/** A workspace whose meetings are written as drawn, and a worker that dies and repeats itself. */
async function aDrawnWorkspace(inRanges: InRanges) {
  const world = aWorld();
  const { workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const { context, clock } = world;
  const ids = [0, 1, 2].map(() => context.ids.make('mtg'));

  const meetingAfter = (step: Extract<Step, { does: 'change' }>, id: Meeting['id']): Meeting => {
    const now = clock.now();
    const startsAt = later(now, step.startsIn * HOUR_MS);
    const endsAt = step.lasts === null ? null : later(startsAt, step.lasts * HOUR_MS);
    const attendees = step.invited.map(({ who, response }) => anAttendee(EMAILS[who] ?? '', { response }));
    const times = { startedAt: later(now, -HOUR_MS), endedAt: step.bot === 'ended' ? now : null };
    return aMeeting({
      ...{ id, workspaceId, startsAt, endsAt, createdAt: now, updatedAt: now },
      calendarEvent: anEvent('ada', { workspaceId, meetingId: id, startsAt, endsAt, attendees }),
      carriers: [aLinkedEvent('ada', { cancelled: step.cancelled })],
      recordings:
        step.bot === 'none'
          ? []
          : [aRecording({ status: step.bot === 'live' ? 'in_call' : 'completed', dispatched: true, ...times })],
    });
  };

  const saved = async (nth: number): Promise<Meeting | undefined> => {
    const id = ids[nth];
    return id && (await meetings.find(context.table, id))?.state;
  };

  async function take(step: Step): Promise<void> {
    switch (step.does) {
      case 'pass':
        clock.advance(step.minutes * MINUTE_MS);
        return;
      case 'domains':
        await saveWorkspace(context)(workspaceId, {
          emailDomains: step.isNavyOwn ? ['acme.test', 'navy.test'] : ['acme.test'],
        });
        return;
      case 'sweep':
        return sweepOnce(world, step, inRanges);
      default: {
        const id = ids[step.nth];
        if (!id) return;
        const before = await meetings.find(context.table, id);
        const at = clock.now();
        if (step.does === 'change')
          await context.changes.save({ at, writes: [meetings.put(before, meetingAfter(step, id))] });
        else if (before) {
          await context.changes.save({ at, writes: [meetings.remove(before)] });
          // Ids are not used twice.
          ids[step.nth] = context.ids.make('mtg');
        }
      }
    }
  }

  const allPeople = async (): Promise<readonly Person[]> => {
    const question = { index: 'list', partition: listOf.people(workspaceId) } as const;
    const { items } = await pageOfKeys(context.table, question, { limit: 100, after: undefined });
    const rows = await Promise.all(items.map((key) => context.table.get(key)));
    return rows.flatMap((row) => (row ? [people.stateIn(row)] : []));
  };

  const ownDomains = async () => (await workspaces.find(context.table, workspaceId))?.state.emailDomains ?? [];

  return { world, ownDomains, take, allPeople, allMeetings: async () => Promise.all([0, 1, 2].map(saved)) };
}

/** Everything that is due, in several workers at once, of which one write is the last. */
async function sweepOnce(world: World, { times, dies }: Sweep, inRanges: InRanges): Promise<void> {
  let left = dies?.after ?? Number.POSITIVE_INFINITY;
  const failing = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    if (left >= 0) return write();
    if (left === -1 && dies?.isWritten) await write();
    throw new Throttled('The worker is gone.');
  };
  const table: Table = tableOver(world.dynamo);
  const dying: Table = {
    ...table,
    write: (write) => failing(() => table.write(write)),
    transact: (writes) => failing(() => table.transact(writes)),
  };
  const { clock, context } = world;
  const dependencies = {
    table: dying,
    clock,
    backoff: context.backoff,
    randomBytes: (size: number) => randomBytes(size),
  };
  const worker = peopleWorker({ ...world, context: { ...context, ...commandContext(dependencies), ...inRanges } });
  const messages = worker.due().flatMap((row) => Array.from({ length: times }, () => row));
  await Promise.allSettled(messages.map(worker.deliver));
}

interface Counted {
  readonly meetingsCount: number;
  readonly firstMetAt: Instant | null;
  readonly lastMetAt: Instant | null;
}

/** Slowly, from every meeting. */
function countedSlowly(all: readonly (Meeting | undefined)[], email: string, now: Instant): Counted {
  const met = all
    .filter((meeting) => meeting !== undefined && phaseOf(meeting, now) === 'past')
    .flatMap((meeting) => (meeting ? [meeting] : []))
    .filter((meeting) =>
      peopleOf(meeting).some((one) => one.email === email && !('response' in one && one.response === 'declined')),
    )
    .map(({ startsAt, createdAt }) => startsAt ?? createdAt)
    .sort((one, other) => one - other);
  return { meetingsCount: met.length, firstMetAt: met[0] ?? null, lastMetAt: met.at(-1) ?? null };
}

describe('the numbers of people and companies', () => {
  it.each([[{}], [{ attendancesInRange: 1 }], [{ attendancesInRange: 2 }]])(
    'equal a slow count of all meetings once the workers have caught up, whatever failed and was repeated: %j',
    async (inRanges: InRanges) => {
      await fc.assert(
        fc.asyncProperty(life, async (steps) => {
          const { world, take, allPeople, allMeetings, ownDomains } = await aDrawnWorkspace(inRanges);
          for (const step of steps) await take(step);
          world.clock.advance(MINUTE_MS);

          const worker = peopleWorker({ ...world, context: { ...world.context, ...inRanges } });
          await worker.untilQuiet();

          const [persons, all, now] = [await allPeople(), await allMeetings(), world.clock.now()];
          expect(
            persons.map(({ email, numbers: { meetingsCount, firstMetAt, lastMetAt } }) => [
              email,
              { meetingsCount, firstMetAt, lastMetAt },
            ]),
          ).toEqual(persons.map(({ email }) => [email, countedSlowly(all, email, now)]));
          const invited = new Set(
            all.flatMap((meeting) => (meeting ? peopleOf(meeting).map(({ email }) => email) : [])),
          );
          expect([...invited].filter((email) => !persons.some((person) => person.email === email))).toEqual([]);
          expect(await companyNumbers(world)).toEqual(companyNumbersOf(persons, await ownDomains()));
        }),
        { numRuns: sized({ everyday: 40, release: 300 }) },
      );
    },
  );
});

const states = (world: World, type: string) =>
  world.dynamo.items().flatMap((row) => (row['type']?.S === type ? [JSON.parse(row['state']?.S ?? 'null')] : []));

const companyNumbers = async (world: World) =>
  states(world, 'company')
    .map(({ domain, peopleCount, lastMetAt }) => [domain, peopleCount, lastMetAt])
    .sort();

function companyNumbersOf(persons: readonly Person[], ownDomains: readonly string[]) {
  const facts = { ownDomains, isMailProvider: () => false };
  const byDomain = Map.groupBy(persons, ({ email }) => companyDomainOf(email, facts));
  byDomain.delete(undefined);
  return [...byDomain]
    .map(([domain, some]) => [
      domain,
      some.length,
      some.reduce<Instant | null>((last, { numbers: { lastMetAt } }) => {
        if (lastMetAt === null) return last;
        return last === null || lastMetAt > last ? lastMetAt : last;
      }, null),
    ])
    .sort();
}
