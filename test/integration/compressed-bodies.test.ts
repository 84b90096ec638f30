import { gzipSync } from 'node:zlib';
import { stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';

const { base_url, api_key, workspace_id } = stackClient();

it.each(['application/json', 'application/json; charset=utf-8', 'text/plain', undefined])(
  'a gzip body of type %j is read through the gateway',
  async (type) => {
    const name = `Ünï ${type}`;

    const response = await fetch(`${base_url}/members`, {
      method: 'POST',
      headers: {
        authorization: api_key,
        'content-encoding': 'gzip',
        ...(type !== undefined && { 'content-type': type }),
      },
      body: gzipSync(JSON.stringify({ workspace_id, name })),
    });

    expect([response.status, await response.json()]).toEqual([201, expect.objectContaining({ name })]);
  },
);
