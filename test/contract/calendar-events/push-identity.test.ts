import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anOccurrence, aPartner, aPush, asBen } from './a-partner.ts';

const monday = '2026-11-09T10:00:00Z';
const nextMonday = '2026-11-16T10:00:00Z';

describe('POST /calendar_events: one real occurrence is one meeting', () => {
  it('400: a recurring event without its original start', async () => {
    const { push } = await aPartner();

    const answered = await push(aPush({ recurring: true }));

    expect(expectError(contract, answered, 400)).toEqual(['missing original_starts_at']);
  });

  it('each occurrence of a series is a meeting of its own', async () => {
    const { push } = await aPartner();

    const [one, other] = [await push(anOccurrence(monday)), await push(anOccurrence(nextMonday))];

    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.meeting_id).not.toBe(other.body.meeting_id);
  });

  it('a moved occurrence is found by its original start, in any UTC offset', async () => {
    const { push, meeting } = await aPartner();
    const first = await push(anOccurrence(monday));

    const moved = await push(
      anOccurrence('2026-11-09T11:00:00+01:00', { starts_at: '2026-11-10T08:00:00Z', ends_at: '2026-11-10T09:00:00Z' }),
    );

    const body = expectSuccess(contract, moved, 200);
    expect(body).toMatchObject({ id: first.body.id, meeting_id: first.body.meeting_id });
    expect(body.original_starts_at).toBe('2026-11-09T10:00:00.000Z');
    expect((await meeting(body.meeting_id)).starts_at).toBe('2026-11-10T08:00:00.000Z');
  });

  it('a single event that was moved is found by its uid', async () => {
    const { push, listed } = await aPartner();
    const first = await push(aPush());

    const moved = await push(aPush({ starts_at: '2026-11-05T09:00:00Z', ends_at: '2026-11-05T10:00:00Z' }));

    const body = expectSuccess(contract, moved, 200);
    expect(body).toMatchObject({ id: first.body.id, original_starts_at: first.body.starts_at });
    expect(await listed()).toMatchObject([{ id: first.body.meeting_id, starts_at: '2026-11-05T09:00:00.000Z' }]);
  });

  it('a single event that becomes a series keeps its meeting as the first occurrence, however often it was moved', async () => {
    const { push } = await aPartner();
    const single = await push(aPush({ starts_at: monday, ends_at: null }));
    await push(aPush({ starts_at: '2026-11-11T10:00:00Z', ends_at: null }));

    const first = await push(anOccurrence(monday));
    const second = await push(anOccurrence(nextMonday));

    const { id, meeting_id } = single.body;
    expect(expectSuccess(contract, first, 200)).toMatchObject({ id, meeting_id, recurring: true });
    expect(expectSuccess(contract, second, 201).meeting_id).not.toBe(meeting_id);
  });

  it('400: an event of a series without an original start', async () => {
    const { push } = await aPartner();
    await push(anOccurrence(monday));

    expect(expectError(contract, await push(aPush()), 400)).toEqual(['missing original_starts_at']);
  });

  it('400: the same after a single event became a series', async () => {
    const { push } = await aPartner();
    await push(aPush({ starts_at: monday, ends_at: null }));
    await push(anOccurrence(nextMonday));

    const answered = await push(aPush({ starts_at: monday, ends_at: null }));

    expect(expectError(contract, answered, 400)).toEqual(['missing original_starts_at']);
  });

  it('in a series the original start identifies the occurrence, with or without `recurring`', async () => {
    const { push } = await aPartner();
    const known = await push(anOccurrence(monday));

    const again = await push(anOccurrence(monday, { recurring: false }));
    const further = await push(anOccurrence(nextMonday, { recurring: false }));
    const third = await push(anOccurrence('2026-11-23T10:00:00Z', { recurring: false }));

    expect(expectSuccess(contract, again, 200).meeting_id).toBe(known.body.meeting_id);
    const ids = [known, further, third].map(({ body }) => body.meeting_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('two members of one occurrence share the meeting and have one event each', async () => {
    const { push, listed } = await aPartner();

    const ada = await push(anOccurrence(monday));
    const ben = await push(anOccurrence(monday, asBen));

    expect([ada.status, ben.status]).toEqual([201, 201]);
    expect(ben.body.meeting_id).toBe(ada.body.meeting_id);
    expect(ben.body.id).not.toBe(ada.body.id);
    expect(await listed()).toHaveLength(1);
  });

  describe('one uid in the calendars of two members', () => {
    const LATER = { starts_at: '2026-11-05T09:00:00Z', ends_at: '2026-11-05T10:00:00Z' };
    const OTHER_CALL = { meeting_url: 'https://zoom.us/j/1234567890' };
    const CHRIS = { organizer: { name: 'Chris', email: 'chris@other.test' } };
    const numbered = (overrides: object) => aPush({ ical_uid: '17', ...overrides });

    it.each<[string, object]>([
      ['the organizer', { ...LATER, ...OTHER_CALL }],
      ['the organizer, in capitals', { ...LATER, ...OTHER_CALL, organizer: { email: ' ADA@Acme.test ' } }],
      ['the call', { ...LATER, ...CHRIS }],
      ['the call, by another link', { ...LATER, ...CHRIS, meeting_url: 'meet.google.com/ABC-GOOD-DEF?authuser=1' }],
      ['the original start', { ...OTHER_CALL, ...CHRIS }],
      [
        'the original start that is sent',
        { ...LATER, ...OTHER_CALL, ...CHRIS, original_starts_at: '2026-11-02T13:00:00Z' },
      ],
    ])('one meeting where they agree in %s alone', async (_what, change) => {
      const { push, listed } = await aPartner();
      const ada = await push(numbered({}));

      const ben = await push(numbered({ ...asBen, ...change }));

      expect(expectSuccess(contract, ben, 201).meeting_id).toBe(ada.body.meeting_id);
      expect(await listed()).toHaveLength(1);
    });

    it.each<[string, object, object]>([
      ['in nothing', {}, { ...LATER, ...OTHER_CALL, ...CHRIS }],
      ['in having no organizer', { organizer: null }, { ...LATER, ...OTHER_CALL, organizer: null }],
      ['in having no link', { meeting_url: null }, { ...LATER, ...CHRIS, meeting_url: null }],
      ['in the title', { title: 'Same' }, { title: 'Same', ...LATER, ...OTHER_CALL, ...CHRIS }],
      [
        'in an organizer without an address',
        { organizer: { name: 'Ada' } },
        { ...LATER, ...OTHER_CALL, organizer: { name: 'Ada' } },
      ],
    ])('two meetings where they agree %s', async (_what, first, second) => {
      const { push, listed } = await aPartner();
      const ada = await push(numbered(first));

      const ben = await push(numbered({ ...asBen, ...second }));

      expect(expectSuccess(contract, ben, 201).meeting_id).not.toBe(ada.body.meeting_id);
      expect(await listed()).toHaveLength(2);
    });

    it('each stays with its own meeting, wherever it moves, also to that of the other', async () => {
      const { push, listed, meeting } = await aPartner();
      const [ada, ben] = [
        await push(numbered({})),
        await push(numbered({ ...asBen, ...LATER, ...OTHER_CALL, ...CHRIS })),
      ];

      const moved = await push(numbered(asBen));
      const again = await push(numbered({ ...LATER, title: 'Moved' }));

      expect(expectSuccess(contract, moved, 200)).toMatchObject({ id: ben.body.id, meeting_id: ben.body.meeting_id });
      expect(expectSuccess(contract, again, 200)).toMatchObject({ id: ada.body.id, meeting_id: ada.body.meeting_id });
      expect(await listed()).toHaveLength(2);
      expect((await meeting(ada.body.meeting_id)).title).toBe('Moved');
    });

    it('a third member joins the one that agrees, and neither needs an original start', async () => {
      const { push } = await aPartner();
      const [, ben] = [await push(numbered({})), await push(numbered({ ...asBen, ...LATER, ...OTHER_CALL, ...CHRIS }))];
      const asCy = { member_data: { name: 'Cy', email: 'cy@acme.test' } };

      const cy = await push(
        numbered({ ...asCy, ...CHRIS, starts_at: '2026-11-06T09:00:00Z', ends_at: null, meeting_url: null }),
      );

      expect(expectSuccess(contract, cy, 201).meeting_id).toBe(ben.body.meeting_id);
    });

    it('one that becomes a series keeps its meeting as the first occurrence, and leaves the other alone', async () => {
      const { push } = await aPartner();
      const ada = await push(numbered({}));
      const ben = await push(numbered({ ...asBen, ...LATER, ...OTHER_CALL, ...CHRIS }));

      const first = await push(anOccurrence(LATER.starts_at, { ical_uid: '17', ...asBen, ...OTHER_CALL, ...CHRIS }));
      const second = await push(anOccurrence(nextMonday, { ical_uid: '17', ...asBen, ...OTHER_CALL, ...CHRIS }));
      const others = await push(numbered({ title: 'Mine' }));

      expect(first.body.meeting_id).toBe(ben.body.meeting_id);
      expect(expectSuccess(contract, second, 201).meeting_id).not.toBe(ben.body.meeting_id);
      expect(expectSuccess(contract, others, 200).meeting_id).toBe(ada.body.meeting_id);
      expect(expectError(contract, await push(numbered(asBen)), 400)).toEqual(['missing original_starts_at']);
    });

    it('pushed at once they are two meetings', async () => {
      const { push, listed } = await aPartner();

      const answers = await Promise.all([
        push(numbered({})),
        push(numbered({ ...asBen, ...LATER, ...OTHER_CALL, ...CHRIS })),
      ]);

      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await listed()).toHaveLength(2);
    });
  });

  it('two members push the same new occurrence at once: one meeting', async () => {
    const { push, listed } = await aPartner();

    const answers = await Promise.all([push(aPush()), push(aPush(asBen)), push(aPush())]);

    expect(new Set(answers.map(({ body }) => body.meeting_id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
    expect(await listed()).toHaveLength(1);
  });

  it("the meeting shows the organizer's event, in any order of pushes", async () => {
    const { push, meeting } = await aPartner();
    const ben = await push(aPush({ ...asBen, title: "Ben's copy" }));
    expect((await meeting(ben.body.meeting_id)).title).toBe("Ben's copy");

    const ada = await push(aPush());

    const shown = await meeting(ada.body.meeting_id);
    expect(shown).toMatchObject({ title: 'Planning', calendar_event: { id: ada.body.id } });
  });

  it("without an organizer's event the oldest one that is not cancelled is shown", async () => {
    const { push, meeting, world } = await aPartner();
    const withoutOrganizer = { organizer: null };
    const ada = await push(aPush(withoutOrganizer));
    world.clock.advance(1000);
    const ben = await push(aPush({ ...withoutOrganizer, ...asBen, title: "Ben's copy" }));
    const id = ada.body.meeting_id;
    expect((await meeting(id)).calendar_event.id).toBe(ada.body.id);

    await push(aPush({ ...withoutOrganizer, cancelled: true }));

    expect(await meeting(id)).toMatchObject({ phase: 'upcoming', calendar_event: { id: ben.body.id } });
  });

  it('the same uid in another workspace is another meeting', async () => {
    const { push, world } = await aPartner();
    const other = await world.anOwner('Other');

    const [ours, theirs] = [await push(aPush()), await push(aPush({ workspace_id: other.workspaceId }), other.key)];

    expect(theirs.status).toBe(201);
    expect(theirs.body.meeting_id).not.toBe(ours.body.meeting_id);
  });
});
