import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { anOccurrence, aPartner, aPush, asBen } from './a-partner.ts';

const { member_data, ical_uid } = aPush();
const cancelled = { member_data, ical_uid, cancelled: true };

describe('POST /calendar_events with `cancelled: true`', () => {
  it('200: needs only the fields that identify the event, and changes nothing else', async () => {
    const { push, world } = await aPartner();
    const before = (await push(aPush({ metadata: { crm: 'a-1' } }))).body;
    world.clock.advance(60_000);

    const body = expectSuccess(contract, await push({ ...cancelled, metadata: { crm: 'late' } }), 200);

    const now = '2026-11-02T12:01:00.000Z';
    expect(body).toEqual({ ...before, cancelled_at: now, updated_at: now });
  });

  it('200: one occurrence of a series', async () => {
    const { push, meeting } = await aPartner();
    const [monday, nextMonday] = ['2026-11-09T10:00:00Z', '2026-11-16T10:00:00Z'];
    const [one, other] = [await push(anOccurrence(monday)), await push(anOccurrence(nextMonday))];

    await push({ ...cancelled, recurring: true, original_starts_at: nextMonday });

    expect((await meeting(one.body.meeting_id)).phase).toBe('upcoming');
    expect((await meeting(other.body.meeting_id)).phase).toBe('cancelled');
  });

  it('200: the meeting is cancelled, and listed only when asked for', async () => {
    const { push, meeting, listed } = await aPartner();
    const { body } = await push(aPush());

    await push(cancelled);

    expect((await meeting(body.meeting_id)).phase).toBe('cancelled');
    expect(await listed()).toEqual([]);
    expect(await listed('&phase=cancelled')).toMatchObject([{ id: body.meeting_id }]);
  });

  it("200: the meeting is not cancelled while another member's event is not", async () => {
    const { push, meeting } = await aPartner();
    const { body } = await push(aPush());
    await push(aPush(asBen));

    await push(cancelled);
    expect((await meeting(body.meeting_id)).phase).toBe('upcoming');

    await push({ ...cancelled, ...asBen });
    expect((await meeting(body.meeting_id)).phase).toBe('cancelled');
  });

  it('200: the bot is cancelled, and bot and meeting send one webhook each', async () => {
    const { push, meeting, recordEverything, world, owner } = await aPartner();
    await recordEverything();
    const { body } = await push(aPush());
    await subscribe(world, owner.workspaceId);
    const before = outboxTypes(world);

    await push(cancelled);
    await push(cancelled);

    expect((await meeting(body.meeting_id)).recordings).toMatchObject([{ status: 'cancelled' }]);
    expect(outboxTypes(world)).toEqual([...before, 'bot.cancelled', 'meeting.updated'].sort());
  });

  it.each([
    ['with an end', '2026-11-02T14:00:00Z'],
    ['without an end', null],
  ])('200: a later push restores it with its bot, %s', async (_which, ends_at) => {
    const { push, meeting, recordEverything, world } = await aPartner();
    await recordEverything();
    const first = await push(aPush({ ends_at }));
    await push(cancelled);
    world.clock.advance(60_000);

    const body = expectSuccess(contract, await push(aPush({ ends_at })), 200);

    expect(body).toMatchObject({ id: first.body.id, meeting_id: first.body.meeting_id, cancelled_at: null });
    const shown = await meeting(body.meeting_id);
    expect(shown).toMatchObject({ phase: 'upcoming', recordings: [{ status: 'cancelled' }, { status: 'queued' }] });
  });

  it('201: an unknown event is created as cancelled, without a bot', async () => {
    const { push, meeting, recordEverything } = await aPartner();
    await recordEverything();

    const body = expectSuccess(contract, await push(aPush({ cancelled: true })), 201);

    expect(body.cancelled_at).toBe('2026-11-02T12:00:00.000Z');
    expect(await meeting(body.meeting_id)).toMatchObject({ phase: 'cancelled', recordings: [] });
  });

  it('400: an unknown event without a start', async () => {
    const { push } = await aPartner();

    expect(expectError(contract, await push(cancelled), 400)).toEqual(['missing starts_at']);
  });
});
