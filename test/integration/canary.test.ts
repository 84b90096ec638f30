import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually, stackClient, stackFile } from '#test/integration/stack-client';
import { describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';

const stack = stackClient();

/** All output of the functions and the emulator. */
const logs = () => readFileSync(join(dirname(stackFile()), 'emulator.log'), 'utf8');

describe('the logs', () => {
  it('contain no API key, secret, passcode, email address or customer text', async () => {
    const marks = {
      passcode: 'canaryPasscode7Q',
      email: 'canary-7q@secret.test',
      title: 'Canary title 7Q',
      secret: 'canary-own-secret-7Q-0123456789',
      hook: 'canaryHookToken7Q',
      metadata: 'canary metadata 7Q',
    };
    const receiver = await aReceiver();
    const workspace_id = await stack.newWorkspace('Canary');
    const endpoint = await stack.call('POST', '/webhook_endpoints', {
      workspace_id,
      url: `${receiver.url}?token=${marks.hook}`,
      enabled_events: ['*'],
      secret: marks.secret,
    });
    const pushed = await stack.call('POST', '/calendar_events', {
      workspace_id,
      member_data: { email: marks.email },
      ical_uid: `canary-${Date.now()}@calendar.test`,
      title: marks.title,
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      meeting_url: `https://zoom.us/j/123456789?pwd=${marks.passcode}`,
      metadata: { note: marks.metadata },
    });
    const bot = await stack.call('POST', '/bots', {
      workspace_id,
      meeting_url: `https://zoom.us/j/987654321?pwd=${marks.passcode}`,
    });
    await stack.call('POST', '/bots', `{"broken": "${marks.passcode}`);
    await eventually(
      () => receiver.received.map(({ type }) => type),
      (types) => types.includes('bot.recording_started') && types.includes('meeting.created'),
    );
    await stack.call('DELETE', `/webhook_endpoints/${endpoint.body.id}`);
    await receiver.close();

    const written = await eventually(logs, (text) => text.includes('"worker":"webhook-delivery"'));

    expect([endpoint.status, pushed.status, bot.status]).toEqual([201, 201, 201]);
    expect([...Object.values(marks), stack.api_key].filter((mark) => written.includes(mark))).toEqual([]);
  });
});
