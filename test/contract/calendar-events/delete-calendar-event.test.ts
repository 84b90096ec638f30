import { calendarEvents } from '#functions/api/calendar-events/index';
import { LostRace } from '#shared/foundation/core/store';
import {
  deleteCalendarEventContract as contract,
  getCalendarEventContract,
} from '#shared/meetings/calendar-events/contract';
import { callsTo } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { aPartner, aPush, asBen } from './a-partner.ts';

const MINUTE = 60_000;

async function anEvent(push: Readonly<Record<string, unknown>> = aPush()) {
  const partner = await aPartner();
  await partner.recordEverything();
  const { body: pushed } = await partner.push(push);
  await subscribe(partner.world, partner.owner.workspaceId);
  const cancel = (id: string = pushed.id, key = partner.owner.key) =>
    partner.call('DELETE', `/calendar_events/${id}`, { key });
  return { ...partner, pushed, cancel };
}

describe('DELETE /calendar_events/{id}', () => {
  it('200: sets `cancelled_at` and changes nothing else; it stays readable', async () => {
    const { cancel, call, pushed, owner, world } = await anEvent();
    world.clock.advance(MINUTE);

    const body = expectSuccess(contract, await cancel(), 200);

    const now = '2026-11-02T12:01:00.000Z';
    expect(body).toEqual({ ...pushed, cancelled_at: now, updated_at: now });
    const read = await call('GET', `/calendar_events/${pushed.id}`, { key: owner.key });
    expect(expectSuccess(getCalendarEventContract, read, 200)).toEqual(body);
  });

  it('200: its meeting and the bot are cancelled, and both send a webhook', async () => {
    const { cancel, meeting, pushed, world } = await anEvent();
    const before = outboxTypes(world);

    await cancel();

    expect(await meeting(pushed.meeting_id)).toMatchObject({
      phase: 'cancelled',
      recordings: [{ status: 'cancelled' }],
    });
    expect(outboxTypes(world)).toEqual([...before, 'bot.cancelled', 'meeting.updated'].sort());
  });

  it('200: cancelling it again returns it unchanged and sends no webhook', async () => {
    const { cancel, world } = await anEvent();
    const first = await cancel();
    const before = world.dynamo.items();
    world.clock.advance(MINUTE);

    expect(expectSuccess(contract, await cancel(), 200)).toEqual(first.body);
    expect(world.dynamo.items()).toEqual(before);
  });

  it('200: many requests at once get the same answer and send one webhook', async () => {
    const { cancel, world } = await anEvent();
    const before = outboxTypes(world);

    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel()));

    for (const answered of answers) expect(expectSuccess(contract, answered, 200)).toEqual(answers[0]?.body);
    expect(outboxTypes(world)).toEqual([...before, 'bot.cancelled', 'meeting.updated'].sort());
  });

  it("200: a meeting with another member's event keeps its bot and shows that event", async () => {
    const { cancel, meeting, push, pushed } = await anEvent();
    const bens = (await push(aPush({ ...asBen, title: 'As Ben calls it' }))).body;

    await cancel();

    expect(await meeting(pushed.meeting_id)).toMatchObject({
      phase: 'upcoming',
      title: 'As Ben calls it',
      calendar_event: { id: bens.id },
      recordings: [{ status: 'queued' }],
    });
    await cancel(bens.id);
    expect(await meeting(pushed.meeting_id)).toMatchObject({
      phase: 'cancelled',
      recordings: [{ status: 'cancelled' }],
    });
  });

  it('200: after the event of a member who declined, the meeting follows the remaining members', async () => {
    const declined = [{ name: 'Ada', email: 'ada@acme.test', response: 'declined' }];
    const { cancel, meeting, push, pushed } = await anEvent(aPush({ attendees: declined }));
    expect((await meeting(pushed.meeting_id)).recordings).toEqual([]);
    await push(aPush({ ...asBen, attendees: [{ email: 'ben@acme.test', response: 'accepted' }] }));

    await cancel();

    expect((await meeting(pushed.meeting_id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('200: a later push restores it under the same ids, with a bot', async () => {
    const { cancel, meeting, push, pushed } = await anEvent();
    await cancel();

    const back = (await push(aPush())).body;

    expect(back).toMatchObject({ id: pushed.id, meeting_id: pushed.meeting_id, cancelled_at: null });
    expect(await meeting(back.meeting_id)).toMatchObject({
      phase: 'upcoming',
      recordings: [{ status: 'cancelled' }, { status: 'queued' }],
    });
  });

  it('200: cancels queued bots that were sent by hand', async () => {
    const story = await aBotStory();
    const { body: pushed } = await story.push();
    const sent = [
      await story.send({ join_at: minutes(60) }),
      await story.send({ join_at: minutes(60), allow_multiple_bots: true }),
    ].map(({ body }) => body.id);
    const cancel = callsTo(calendarEvents(story.context));

    const answer = await cancel('DELETE', `/calendar_events/${pushed.id}`, { key: story.owner.key });

    expectSuccess(contract, answer, 200);
    for (const id of sent) expect((await story.bot(id)).status).toBe('cancelled');
  });

  it('409: every attempt loses its race', async () => {
    const { world, pushed, owner } = await anEvent();
    const changes = { save: () => Promise.reject(new LostRace('Always.')) };
    const call = callsTo(calendarEvents({ ...world.context, changes }));

    const answer = await call('DELETE', `/calendar_events/${pushed.id}`, { key: owner.key });

    expect(expectError(contract, answer, 409)).toEqual(['conflict']);
  });
});
