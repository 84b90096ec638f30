import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment } from './a-deployment.ts';

const times = <One>(count: number, make: (at: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** As many keys and as much text as metadata may hold. */
const fullMetadata = (character: string) =>
  Object.fromEntries(times(50, (at) => [`${at}`.padStart(40, 'k'), character.repeat(500)]));

/** An event of which every field is as long as it may be. */
const aFullPush = (character: string, workspace_id: string) => ({
  workspace_id,
  member_data: { email: 'ada@acme.test' },
  ical_uid: 'full@calendar.test',
  starts_at: '2026-11-02T14:00:00Z',
  title: character.repeat(500),
  attendees: times(200, (at) => ({ name: character.repeat(100), email: `person-${at}@acme.test` })),
  metadata: fullMetadata(character),
});

async function aPushOf(character: string) {
  const { call, owner } = await aDeployment();
  const pushed = await call('POST', '/calendar_events', {
    key: owner.key,
    body: aFullPush(character, owner.workspaceId),
  });
  const label = (metadata: object): Promise<ApiResponse> =>
    call('PATCH', `/meetings/${pushed.body.meeting_id}`, { key: owner.key, body: { metadata } });
  return { pushed, label };
}

describe('a record that is as large as its fields allow', () => {
  it.each(['x', '"', '\u0001', '語', '😀'])('is kept: all of %s', async (character) => {
    const { pushed, label } = await aPushOf(character);

    expect(pushed.status).toBe(201);
    expect((await label(fullMetadata(character))).body.metadata).toEqual(fullMetadata(character));
  });
});
