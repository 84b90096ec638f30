import { updateConversationContract as contract } from '#shared/texts/conversations/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';

describe('PATCH /conversations/{id}', () => {
  it('200: writes the fields that are sent, and the meeting keeps its title', async () => {
    const { aRecording, update, read, callMeetings, owner } = await aConversationWorld();
    const meeting = await aRecording();
    const id = meeting.results.transcript.conversation_id;

    const changed = await update(id, { name: 'Renewal', tags: ['q4', 'q4', 'won'], metadata: { deal: 7 } });
    const again = await update(id, { metadata: { stage: 'won' } });

    expect(expectSuccess(contract, changed, 200)).toMatchObject({ name: 'Renewal', tags: ['q4', 'won'] });
    const body = expectSuccess(contract, again, 200);
    expect(body).toMatchObject({ name: 'Renewal', tags: ['q4', 'won'], metadata: { deal: '7', stage: 'won' } });
    expect((await read(id)).body).toEqual(body);
    const { title } = (await callMeetings('GET', `/meetings/${meeting.id}`, { key: owner.key })).body;
    expect(title).toBe(meeting.title);
  });

  it('200: writes nothing where nothing is new', async () => {
    const { aConversation, update, read } = await aConversationWorld();
    const id = await aConversation();
    const before = (await read(id)).body;

    const same = await update(id, { name: before.name, tags: [], metadata: {} });

    expect(expectSuccess(contract, same, 200)).toEqual(before);
  });

  it('401: a guest', async () => {
    const { world, owner, aConversation, update } = await aConversationWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    const refused = await update(await aConversation(), { name: 'Mine' }, guest.key);

    expect(expectError(contract, refused, 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown conversation', async () => {
    const { update } = await aConversationWorld();

    const refused = await update('con_00000000000000000000000000', { name: 'Mine' });

    expect(expectError(contract, refused, 404)).toEqual(['not_found']);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'blank name'],
    ['a long name', { name: 'a'.repeat(201) }, 'too_long name'],
    ['a name that is no text', { name: 7 }, 'invalid_type name'],
    ['half a character', { name: '\ud800' }, 'invalid_format name'],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, nth) => `t${nth}`) }, 'too_long tags'],
    ['a long tag', { tags: ['a'.repeat(51)] }, 'too_long tags.0'],
    ['a blank tag', { tags: ['  '] }, 'blank tags.0'],
    ['nested metadata', { metadata: { deal: {} } }, 'invalid_type metadata.deal'],
    ['another field', { summary: 'Good.' }, 'unknown_field summary'],
  ])('422: %s', async (_what, body, expected) => {
    const { aConversation, update } = await aConversationWorld();

    expect(expectError(contract, await update(await aConversation(), body), 422)).toEqual([expected]);
  });
});
