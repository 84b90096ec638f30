import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { freePort } from '#bin/stack/ports';
import { startReverseProxy } from '#bin/stack/reverse-proxy';
import { deleteStackFile, readStack, refuseSecondStack, type Stack, writeStack } from '#bin/stack/stack-file';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stack-file-'));
});
afterEach(() => rm(stateDir, { recursive: true }));

const aStackAt = (port: number): Stack => ({
  base_url: `http://127.0.0.1:${port}/api/v1`,
  app_url: `http://127.0.0.1:${port}`,
  endpoint_url: 'http://127.0.0.1:4566',
  region: 'us-east-1',
  api_key: 'key',
  user_email: 'owner@example.com',
  workspace_id: 'wsp_1',
  test_providers: { google: 'http://127.0.0.1:8788', microsoft: 'http://127.0.0.1:8789' },
  time_scale: 1,
});

describe('the file of a running stack', () => {
  it('is read as it was written, until it is deleted', async () => {
    await writeStack(stateDir, aStackAt(8787));
    expect(await readStack(join(stateDir, 'stack.json'))).toEqual(aStackAt(8787));

    await deleteStackFile(stateDir);
    expect(await readStack(join(stateDir, 'stack.json'))).toBeUndefined();
  });

  it('prevents a second stack in the folder while the first one runs', async () => {
    const proxy = await startReverseProxy(0);
    await writeStack(stateDir, aStackAt(proxy.port));

    await expect(refuseSecondStack(stateDir)).rejects.toThrow(CliError);
    await proxy.close();
  });

  it('is deleted when its stack no longer runs', async () => {
    await writeStack(stateDir, aStackAt(await freePort()));

    await refuseSecondStack(stateDir);

    expect(await readStack(join(stateDir, 'stack.json'))).toBeUndefined();
  });
});
