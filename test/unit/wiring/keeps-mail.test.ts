import { ENV } from '#shared/foundation/infrastructure-names';
import { sendsMail } from '#shared/wiring/keeps-mail';
import { afterEach, describe, expect, it } from '#test/support/jest';

afterEach(() => {
  delete process.env[ENV.mailFrom];
  delete process.env[ENV.mailOutbox];
});

describe('a deployment', () => {
  it.each([
    ['no address and no outbox', {}, false],
    ['an address that mail comes from', { [ENV.mailFrom]: 'no-reply@example.com' }, true],
    ['the outbox of a local stack', { [ENV.mailOutbox]: 'true' }, true],
  ])('with %s: whether it sends mail', (_, environment, sends) => {
    Object.assign(process.env, environment);

    expect(sendsMail()).toBe(sends);
  });
});
