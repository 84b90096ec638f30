import fc from 'fast-check';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { anOccurrence, aPartner, aPush } from './a-partner.ts';

const STARTS = ['2026-11-09T10:00:00Z', '2026-11-16T10:00:00Z', '2026-11-23T10:00:00Z'];
const PEOPLE = ['ada', 'ben'];

const person = fc.constantFrom(...PEOPLE).map((name) => ({ member_data: { email: `${name}@acme.test` } }));
const moved = fc.constantFrom('2026-11-10T08:00:00Z', '2026-11-12T16:00:00Z').map((starts_at) => ({ starts_at }));
const change = fc.oneof(fc.constant({}), moved, fc.constant({ cancelled: true }), fc.constant({ meeting_url: null }));

/** Some pushes, some of them again, in whatever order. */
const pushesOf = <Push>(one: fc.Arbitrary<Push>) =>
  fc
    .array(one, { minLength: 1, maxLength: 8 })
    .chain((some) => fc.shuffledSubarray([...some, ...some], { minLength: 1 }));

const ofSeries = pushesOf(fc.record({ start: fc.constantFrom(...STARTS), who: person, change }));
const ofSingle = pushesOf(fc.record({ who: person, change }));

/** In minutes. */
const offset = fc.constantFrom(0, 60, 330, -210);

/** The same moment as a clock somewhere else shows it. */
function writtenAt(moment: string, minutesAhead: number): string {
  const local = new Date(Date.parse(moment) + minutesAhead * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(minutesAhead) / 60), Math.abs(minutesAhead) % 60];
  const clock = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return `${local}${minutesAhead < 0 ? '-' : '+'}${clock}`;
}

describe('POST /calendar_events, in any order and any number of times', () => {
  it('an occurrence is one meeting, with one event for each member', () =>
    fc.assert(
      fc.asyncProperty(ofSeries, fc.boolean(), async (pushes, atOnce) => {
        const { push, listed } = await aPartner();
        const send = (one: (typeof pushes)[number]) =>
          untilTaken(() => push(anOccurrence(one.start, { ends_at: null, ...one.who, ...one.change })));

        const answers = atOnce ? await Promise.all(pushes.map(send)) : await inTurn(pushes, send);

        const bodies = answers.map(({ body }) => body);
        const occurrences = new Set(pushes.map(({ start }) => start)).size;
        const events = new Set(pushes.map(({ start, who }) => start + who.member_data.email)).size;
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(events);
        expect(new Set(bodies.map(({ id }) => id)).size).toBe(events);
        expect(new Set(bodies.map(({ meeting_id }) => meeting_id)).size).toBe(occurrences);
        expect(new Set(bodies.map((body) => body.original_starts_at + body.meeting_id)).size).toBe(occurrences);
        const all = [...(await listed('&limit=100')), ...(await listed('&phase=cancelled&limit=100'))];
        expect(all).toHaveLength(occurrences);
      }),
      { numRuns: 30 },
    ));

  it('a single event is one meeting, however often it is moved', () =>
    fc.assert(
      fc.asyncProperty(ofSingle, fc.boolean(), async (pushes, atOnce) => {
        const { push, listed } = await aPartner();
        const send = ({ who, change }: (typeof pushes)[number]) =>
          untilTaken(() => push(aPush({ ends_at: null, ...who, ...change })));

        const answers = atOnce ? await Promise.all(pushes.map(send)) : await inTurn(pushes, send);

        const members = new Set(pushes.map(({ who }) => who.member_data.email)).size;
        expect(new Set(answers.map(({ body }) => body.meeting_id)).size).toBe(1);
        expect(new Set(answers.map(({ body }) => body.original_starts_at)).size).toBe(1);
        expect(new Set(answers.map(({ body }) => body.id)).size).toBe(members);
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(members);
        expect([...(await listed()), ...(await listed('&phase=cancelled'))]).toHaveLength(1);
      }),
      { numRuns: 30 },
    ));

  it('an occurrence is identified by its instant, in any UTC offset', () =>
    fc.assert(
      fc.asyncProperty(ofSeries, fc.infiniteStream(offset), fc.boolean(), async (pushes, offsets, atOnce) => {
        const { push } = await aPartner();
        const spelled = pushes.map((one) => ({ ...one, original: writtenAt(one.start, offsets.next().value) }));
        const send = ({ original, start, who, change }: (typeof spelled)[number]) =>
          untilTaken(() => push(anOccurrence(original, { starts_at: start, ends_at: null, ...who, ...change })));

        const answers = atOnce ? await Promise.all(spelled.map(send)) : await inTurn(spelled, send);

        const occurrences = new Set(pushes.map(({ start }) => start));
        expect(new Set(answers.map(({ body }) => body.meeting_id)).size).toBe(occurrences.size);
        expect(new Set(answers.map(({ body }) => Date.parse(body.original_starts_at)))).toEqual(
          new Set([...occurrences].map(Date.parse)),
        );
      }),
      { numRuns: 20 },
    ));

  it('a single event that becomes a series stays the meeting of its first occurrence', () =>
    fc.assert(
      fc.asyncProperty(ofSingle, ofSeries, fc.boolean(), async (before, after, atOnce) => {
        const { push, listed } = await aPartner();
        const [first = ''] = STARTS;
        const single = await push(aPush({ starts_at: first, ends_at: null }));
        await inTurn(before, ({ who, change }) => push(aPush({ starts_at: first, ends_at: null, ...who, ...change })));
        const send = ({ start, who, change }: (typeof after)[number]) =>
          untilTaken(() => push(anOccurrence(start, { ends_at: null, ...who, ...change })));

        const answers = atOnce ? await Promise.all(after.map(send)) : await inTurn(after, send);

        for (const [at, { body }] of answers.entries())
          expect(body.meeting_id === single.body.meeting_id).toBe(after[at]?.start === first);
        const meetings = new Set([first, ...after.map(({ start }) => start)]).size;
        const all = [...(await listed('&limit=100')), ...(await listed('&phase=cancelled&limit=100'))];
        expect(all).toHaveLength(meetings);
      }),
      { numRuns: 20 },
    ));
});

/** Of many different pushes of one occurrence at once, some may lose every attempt: they get 409 and are sent again. */
async function untilTaken(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const answered = await send();
  return answered.status === 409 ? untilTaken(send) : answered;
}

async function inTurn<One, Answer>(some: readonly One[], send: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of some) answers.push(await send(one));
  return answers;
}
