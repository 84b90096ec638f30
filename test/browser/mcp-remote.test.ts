import type { Browser } from 'playwright-core';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser, type Visitor } from './a-browser.ts';
import { aProxyStore, aRemoteProxy, installProxy, type ProxyStore } from './a-remote-proxy.ts';
import { agentsOf, allowAgent, makeKey, signUp } from './user-actions.ts';

const OWNER = { workspaces: [{ role: 'owner' }] };

let browser: Browser;
let visitor: Visitor;
/** One user for all tests: sign-ups per hour and IP address are limited. */
let key: string;
beforeAll(async () => {
  [browser] = await Promise.all([aBrowser(), installProxy()]);
  visitor = await aVisitor(browser);
  await signUp(visitor.page);
  key = await makeKey(visitor.page);
});
afterAll(async () => {
  await visitor.leave();
  leaveBrowser();
});

/** A proxy whose user allows it in the browser, with tokens in its store. */
async function aConnectedProxy(store: ProxyStore, more: readonly string[] = []) {
  const proxy = aRemoteProxy(store, more);
  await allowAgent(visitor.page, await proxy.authorization);
  await proxy.connected;
  return proxy;
}

/** A store with the tokens of an agent that was connected, and the proxy has ended since. */
async function aUsedStore(): Promise<ProxyStore> {
  const store = await aProxyStore();
  await (await aConnectedProxy(store)).close();
  return store;
}

describe('mcp-remote', () => {
  it('finds the server, registers, is allowed in a browser, lists the tools and calls one', async () => {
    const store = await aProxyStore();

    const proxy = await aConnectedProxy(store);

    expect(await proxy.tools()).toContain('get_transcript');
    expect(await proxy.workspaces()).toMatchObject(OWNER);
    await proxy.close();
    await store.remove();
  });

  it.each<readonly [string, { readonly expires_at?: number; readonly access_token?: string }]>([
    ['has expired by its clock', { expires_at: 1 }],
    ['is refused', { access_token: 'ended' }],
  ])('refreshes in two processes at once, where the access token %s', async (_, changed) => {
    const store = await aUsedStore();
    const before = await store.tokens.read();
    await store.tokens.change(changed);

    const both = [aRemoteProxy(store), aRemoteProxy(store)];
    await Promise.all(both.map(({ connected }) => connected));

    const answers = await Promise.all(both.map((proxy) => proxy.workspaces()));
    expect(answers).toMatchObject([OWNER, OWNER]);
    expect((await store.tokens.read()).refresh_token).not.toBe(before.refresh_token);
    await Promise.all(both.map((proxy) => proxy.close()));
    await store.remove();
  });

  it('refreshes again with the same refresh token, where it lost the answer', async () => {
    const store = await aProxyStore();
    const proxy = await aConnectedProxy(store);
    const before = { ...(await store.tokens.read()), access_token: 'ended' };
    await store.tokens.write(before);
    await proxy.workspaces();
    const answered = await store.tokens.read();
    await store.tokens.write(before);

    const answer = await proxy.workspaces();

    expect(answer).toMatchObject(OWNER);
    expect(await store.tokens.read()).toMatchObject({
      access_token: answered.access_token,
      refresh_token: answered.refresh_token,
    });
    expect(answered.refresh_token).not.toBe(before.refresh_token);
    await proxy.close();
    await store.remove();
  });

  describe('a minute later', () => {
    // Agents of a user make 60 calls a minute, and a connection takes some eight.
    beforeAll(() => new Promise((done) => setTimeout(done, MINUTE_MS)));

    it('takes the place of its former grant, where it lost its tokens and its registration', async () => {
      await (await aUsedStore()).remove();
      const former = await agentsOf(key);
      const store = await aProxyStore();

      const proxy = await aConnectedProxy(store);

      const now = await agentsOf(key);
      expect([former.length, now.length]).toEqual([1, 1]);
      expect(now).not.toEqual(former);
      expect(await proxy.workspaces()).toMatchObject(OWNER);
      await proxy.close();
      await store.remove();
    });

    it('registers anew, where its registration is not known any more, and is allowed in its next run', async () => {
      const store = await aUsedStore();
      await store.tokens.remove();
      await store.registration.change({ client_id: 'deleted' });

      // It registers, and then waits without opening a browser: docs/agents.md.
      const first = aRemoteProxy(store);
      await first.waiting;
      const { client_id: registered } = await store.registration.read();
      await first.close();
      const proxy = await aConnectedProxy(store);

      expect(registered).not.toBe('deleted');
      expect(await proxy.workspaces()).toMatchObject(OWNER);
      await proxy.close();
      await store.remove();
    });

    it('is told what was granted, where it asks for scopes of OpenID Connect', async () => {
      const store = await aProxyStore();
      const asks = ['--static-oauth-client-metadata', '{"scope":"openid profile email offline_access"}'];

      await (await aConnectedProxy(store, asks)).close();
      await store.tokens.change({ access_token: 'ended' });
      const again = aRemoteProxy(store, asks);
      await again.connected;

      expect(await again.workspaces()).toMatchObject(OWNER);
      expect((await store.tokens.read()).scope).toBe('meetings:read');
      await again.close();
      await store.remove();
    });
  });
});
