import { stackFile } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';
import { runScript } from '#test/support/run-script';

it('npm run demo shows one meeting of a calendar, to the mail with its summary', async () => {
  const size = ['--most', '1', '--timeout', '240'];

  const printed = await runScript('demo', ['assets/demo/calendar.ics', '--stack', stackFile(), ...size]);

  expect(printed).toContain('meeting.finished');
  expect(printed).toMatch(/ {2}To {10}.*@.*\n {2}Read it {5}http:.*\/app\/outbox\/\d/);
});
