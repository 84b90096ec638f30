import { describe, expect, it, withTimeout } from '#test/support/jest';

describe('a test with a timeout', () => {
  it('fails with its title when it hangs', async () => {
    const hanging = withTimeout('a hanging test', () => new Promise(() => undefined), 10);

    await expect(hanging()).rejects.toThrow('a hanging test timed out after 10 ms.');
  });

  it('fails with its own error', async () => {
    const failing = withTimeout('a failing test', () => Promise.reject(new Error('not equal')));

    await expect(failing()).rejects.toThrow('not equal');
  });

  it('passes when it ends in time', async () => {
    await expect(withTimeout('a test', async () => undefined)()).resolves.toBeUndefined();
  });
});
