import { idOf } from '#shared/foundation/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type JobStep, workOnJob } from '#shared/foundation/events/job-worker';
import { type JobRef, jobRows } from '#shared/foundation/events/jobs';
import { outboxRefIn } from '#shared/foundation/events/outbox';
import { aWorld, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const plenty = () => 5 * MINUTE_MS;
const none = () => 10 * SECOND_MS;

/** A job that was left with a change, as the stream tells of it. */
async function aJob() {
  const world = aWorld();
  const workspaceId = world.context.ids.make('wks');
  const content = { workspaceId, everyMeeting: true, memberIds: [], meetingIds: [] };
  await world.context.changes.save({ at: world.clock.now(), jobs: [{ type: 'job.reach', content }] });
  const ref = refIn(world);
  const jobs = jobRows(world.context.table);
  return { world, ref, jobs, content, work: workOnJob({ jobs, clock: world.clock }) };
}

function refIn({ dynamo }: World): JobRef {
  const [notice] = dynamo.items().flatMap(({ pk, sk }) => outboxRefIn({ pk: pk?.S ?? '', sk: sk?.S ?? '' }) ?? []);
  if (!notice) throw new Error('There is no job.');
  return notice;
}

const rowOf = ({ dynamo }: World) => dynamo.items().find(({ pk }) => idOf('out', pk?.S) !== undefined);
const dueAtOf = (world: World) => rowOf(world)?.['due_at']?.N;

/** Counts to a number, one step at a time, and notes each. */
function counting(to: number) {
  const seen: number[] = [];
  const step: JobStep = async ({ cursor }) => {
    const at = Number(cursor?.['at'] ?? 0) + 1;
    seen.push(at);
    return at === to ? 'done' : { cursor: { at } };
  };
  return { seen, step };
}

describe('a job in steps', () => {
  it('has a key without a subject, and its content in the row', async () => {
    const { ref, work, content } = await aJob();
    const contents: unknown[] = [];
    const step: JobStep = async (job) => {
      contents.push(job.content);
      return 'done';
    };
    await work(ref, { step, timeLeft: plenty });
    expect(ref).toEqual({ id: expect.stringMatching(/^out_/), type: 'job.reach' });
    expect(contents).toEqual([content]);
  });

  it('is not due when it is done, and does not run for a second message', async () => {
    const { world, ref, work } = await aJob();
    const { seen, step } = counting(3);
    expect(await work(ref, { step, timeLeft: plenty })).toBe('done');
    expect(await work(ref, { step, timeLeft: plenty })).toBe('not_leased');
    expect(seen).toEqual([1, 2, 3]);
    expect(rowOf(world)).not.toHaveProperty('due_pk');
  });

  it('goes on where it stopped when time ran out, and is due at once', async () => {
    const { world, ref, work } = await aJob();
    const { seen, step } = counting(2);
    expect(await work(ref, { step, timeLeft: none })).toBe('later');
    expect(dueAtOf(world)).toBe(String(world.clock.now()));
    expect(await work(ref, { step, timeLeft: none })).toBe('done');
    expect(seen).toEqual([1, 2]);
  });

  it('is queued again where a step says that its turn is over, though time is left', async () => {
    const { ref, work } = await aJob();
    const queued: JobRef[] = [];
    const requeue = async () => void queued.push(ref);
    const step: JobStep = async ({ cursor }) => (cursor ? 'done' : { cursor: { at: 1 }, isTurnOver: true });

    expect(await work(ref, { step, timeLeft: plenty, requeue })).toBe('later');
    expect(queued).toEqual([ref]);
  });

  it('waits for its moment where a step says so, however often its message comes', async () => {
    const { world, ref, work } = await aJob();
    const moment = later(world.clock.now(), MINUTE_MS);
    const step: JobStep = async ({ cursor }) => (cursor ? 'done' : { cursor: { at: 1 }, notBefore: moment });
    expect(await work(ref, { step, timeLeft: plenty })).toBe('later');
    expect(dueAtOf(world)).toBe(String(moment));
    expect(await work(ref, { step, timeLeft: plenty })).toBe('not_leased');
    world.clock.advance(MINUTE_MS);
    expect(await work(ref, { step, timeLeft: plenty })).toBe('done');
  });

  it('is leased to one worker at a time', async () => {
    const { ref, work } = await aJob();
    const { seen, step } = counting(3);
    const slices = [1, 2, 3].map(() => work(ref, { step, timeLeft: plenty }));
    expect((await Promise.all(slices)).sort()).toEqual(['done', 'not_leased', 'not_leased']);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is leased again after its worker died, whose later save is refused', async () => {
    const { world, ref, work, jobs } = await aJob();
    const dead = await jobs.take(ref, world.clock.now(), later(world.clock.now(), MINUTE_MS));
    if (!dead) throw new Error('The job could not be leased.');
    const { step } = counting(2);
    expect(await work(ref, { step, timeLeft: none })).toBe('not_leased');
    world.clock.advance(MINUTE_MS);
    expect(await work(ref, { step, timeLeft: none })).toBe('later');
    expect(await jobs.advance(dead, { at: 99 }, world.clock.now())).toBeUndefined();
    expect(await work(ref, { step, timeLeft: none })).toBe('done');
  });

  it('is released by a step that fails, and can be leased at once', async () => {
    const { ref, work } = await aJob();
    const broken: JobStep = async () => {
      throw new Error('broken');
    };
    await expect(work(ref, { step: broken, timeLeft: plenty })).rejects.toThrow('broken');
    expect(await work(ref, { step: counting(1).step, timeLeft: plenty })).toBe('done');
  });

  it('fails with the error of its step where its lease cannot be ended, and is leased again after it', async () => {
    const { world, ref, jobs, work } = await aJob();
    const release = () => Promise.reject(new Error('throttled'));
    const workThrottled = workOnJob({ jobs: { ...jobs, release }, clock: world.clock });
    const broken: JobStep = () => Promise.reject(new Error('broken'));

    await expect(workThrottled(ref, { step: broken, timeLeft: plenty })).rejects.toThrow('broken');

    const { step } = counting(1);
    expect(await work(ref, { step, timeLeft: plenty })).toBe('not_leased');
    world.clock.advance(2 * MINUTE_MS);
    expect(await work(ref, { step, timeLeft: plenty })).toBe('done');
  });

  it('counts as progress after a step, and not for being taken', async () => {
    const { world, ref, work, jobs } = await aJob();
    const movedOn = async () => {
      const set = { text: 'SET moves = :one, since = :now', values: { ':one': 1, ':now': world.clock.now() } };
      await world.context.table.write({ update: { pk: ref.id, sk: 'EVENT#job.reach' }, set });
    };
    await movedOn();
    const held = await jobs.take(ref, world.clock.now(), later(world.clock.now(), MINUTE_MS));
    if (held) await jobs.release(held);
    expect(rowOf(world)).toHaveProperty('moves');
    await work(ref, { step: counting(2).step, timeLeft: none });
    expect(rowOf(world)).not.toHaveProperty('moves');
  });
});
