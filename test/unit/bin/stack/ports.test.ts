import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '#bin/stack/ports';
import { describe, expect, it } from '#test/support/jest';

describe('a free port', () => {
  it('can be listened on, and is none that the operating system gives to connections', async () => {
    const port = await freePort();

    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  });
});
