import { sendBotContract as contract } from '#shared/capture/bots/contract';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';

const LINK = 'https://meet.google.com/abc-good-def';
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `p${at}@other.test` }));
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, 'v']));

describe('POST /bots refuses', () => {
  it.each([
    ['two links in one', 'https://meet.google.com/abc-good-defhttps://zoom.us/j/1', 'invalid_format'],
    ['two links in one, encoded', 'https://zoom.us/j/1%2Fhttps%3A%2F%2Fzoom.us%2Fj%2F2', 'invalid_format'],
    ['user info', 'https://meet.google.com@evil.test/abc-good-def', 'invalid_format'],
    ['no link', 'meet me', 'invalid_format'],
    ['a script', 'javascript:alert(1)', 'invalid_format'],
    ['localhost', 'https://localhost/j/1', 'invalid_format'],
    ['an address', 'https://10.0.0.1/j/1', 'invalid_format'],
    ['an IPv6 address', 'https://[::1]/j/1', 'invalid_format'],
    ['an address in disguise', 'https://0x7f000001/j/1', 'invalid_format'],
    ['a name inside a network', 'https://zoom.internal/j/1', 'invalid_format'],
    ['a private host, encoded twice', 'https%253A%252F%252F169.254.169.254%252Flatest', 'invalid_format'],
    ['a link of more than 2,048 characters', `https://zoom.us/j/1?pwd=${'x'.repeat(2048)}`, 'invalid_format'],
    ['another host', 'https://example.com/j/1', 'invalid'],
    ['a host that only looks like one', 'https://meet.google.com.evil.test/abc-good-def', 'invalid'],
    ['a platform without a meeting', 'https://zoom.us/', 'invalid'],
  ])('422: %s', async (_, meeting_url, code) => {
    const { send, savedEvents } = await aBotStory();

    expect(expectError(contract, await send({ meeting_url }), 422)).toEqual([`${code} meeting_url`]);
    expect(savedEvents).toEqual([]);
  });

  it.each([
    ['join_at more than five minutes back', { join_at: new Date(Date.parse(minutes(-5)) - 1) }, 'invalid join_at'],
    ['join_at more than a year ahead', { join_at: minutes(365 * 24 * 60 + 1) }, 'invalid join_at'],
    ['join_at without an offset', { join_at: '2026-11-02T14:00:00' }, 'invalid_format join_at'],
    ['join_at that is no day', { join_at: '2026-02-30T14:00:00Z' }, 'invalid_format join_at'],
    ['join_at as a number', { join_at: 1_800_000_000 }, 'invalid_type join_at'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'too_long title'],
    ['a bot_name of 101 characters', { bot_name: 'x'.repeat(101) }, 'too_long bot_name'],
    ['a bot_name that is a URL', { bot_name: 'https://evil.test' }, 'invalid_format bot_name'],
    ['a bot_name of two lines', { bot_name: 'Notes\nfrom PayPal' }, 'invalid_format bot_name'],
    ['a bot_name with a URL in it', { bot_name: 'Notes, see evil.test/x' }, 'invalid_format bot_name'],
    ['a bot_name with U+0000', { bot_name: 'Notes\u0000' }, 'invalid_format bot_name'],
    ['a welcome_message with U+0000', { welcome_message: 'Hello\n\u0000' }, 'invalid_format welcome_message'],
    ['a blank bot_name', { bot_name: ' ' }, 'blank bot_name'],
    ['a welcome_message of 501 characters', { welcome_message: 'x'.repeat(501) }, 'too_long welcome_message'],
    ['a language that is none', { language: 'klingon' }, 'invalid language'],
    ['a recording_start that is none', { recording_start: 'later' }, 'inclusion recording_start'],
    ['recording_mode inherit', { recording_mode: 'inherit' }, 'inclusion recording_mode'],
    ['a silence_alert that is text', { silence_alert: 'loud' }, 'invalid_type silence_alert'],
    ['a summary_language that is none', { summary_language: 'auto' }, 'invalid summary_language'],
    ['an unknown summary_template', { summary_template: 'haiku' }, 'invalid summary_template'],
    ['101 participants', { participants: people(101) }, 'too_long participants'],
    ['a participant without an address', { participants: [{ email: 'ben' }] }, 'invalid_format participants.0.email'],
    ['a participant with more', { participants: [{ phone: '1' }] }, 'unknown_field participants.0.phone'],
    ['nested metadata', { metadata: { deal: { id: 1 } } }, 'invalid_type metadata.deal'],
    ['a list in metadata', { metadata: { deal: [1] } }, 'invalid_type metadata.deal'],
    ['null in metadata', { metadata: { deal: null } }, 'invalid_type metadata.deal'],
    ['a long value in metadata', { metadata: { deal: 'x'.repeat(501) } }, 'too_long metadata.deal'],
    ['51 keys of metadata', { metadata: keys(51) }, 'too_long metadata'],
    ['an unknown member_id', { member_id: 'mem_01jb0000000000000000000000' }, 'invalid member_id'],
    ['a member_id of another kind', { member_id: 'bot_01jb0000000000000000000000' }, 'invalid member_id'],
    ['an unknown field', { colour: 'red' }, 'unknown_field colour'],
  ])('422: %s', async (_, field, fault) => {
    const { send } = await aBotStory();

    expect(expectError(contract, await send(field), 422)).toEqual([fault]);
  });

  it('422: every fault of a body at once, one for each field', async () => {
    const { send } = await aBotStory();

    const faults = expectError(contract, await send({ bot_name: 'x'.repeat(101), language: 'klingon', title: 3 }), 422);

    expect([...faults].sort()).toEqual(['invalid language', 'invalid_type title', 'too_long bot_name']);
  });

  it('400: without a link', async () => {
    const { call, owner } = await aBotStory();
    const body = { workspace_id: owner.workspaceId };

    const answered = await call('POST', '/bots', { key: owner.key, body });

    expect(expectError(contract, answered, 400)).toEqual(['missing meeting_url']);
  });

  it('400: workspace_id left out by a key of two workspaces', async () => {
    const { call, owner, world } = await aBotStory();
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [
        putOlderRole({
          userId: owner.userId,
          workspaceId: (await world.anOwner('Second')).workspaceId,
          role: 'member',
          createdAt: world.clock.now(),
        }),
      ],
    });

    const answered = await call('POST', '/bots', { key: owner.key, body: { meeting_url: LINK } });

    expect(expectError(contract, answered, 400)).toEqual(['bad_request workspace_id']);
  });

  it.each(['', ' ', null])('400: a workspace_id that is blank', async (workspace_id) => {
    const { send } = await aBotStory();

    expect(expectError(contract, await send({ workspace_id }), 400)).toEqual(['bad_request workspace_id']);
  });
});
