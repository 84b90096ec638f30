import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import type { LiveMessage } from '#shared/meetings/live-transcripts/rules/live-messages';
import { aServer } from '#test/support/a-server';

/** How a connection takes what is posted to it: `stuck` never answers, `throttled` cannot be ended either. */
export type Taking = 'reads' | 'stuck' | 'gone' | 'throttled';

const PATH = /^\/live\/@connections\/([^/?]+)$/;

/** The @connections API of a WebSocket API over HTTP, with the client that the service has for it. */
export async function aConnectionGateway() {
  const taking = new Map<string, Taking>();
  const frames = new Map<string, string[]>();
  const closed: string[] = [];
  const server = await aServer((request, response) => {
    const id = decodeURIComponent(PATH.exec(request.url ?? '')?.[1] ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const how = taking.get(id) ?? 'reads';
      if (how === 'throttled') {
        response.writeHead(429, { 'x-amzn-errortype': 'LimitExceededException' }).end();
        return;
      }
      if (how === 'gone') {
        response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end();
        return;
      }
      if (request.method === 'DELETE') {
        closed.push(id);
        response.writeHead(204).end();
        return;
      }
      if (how === 'stuck') return;
      frames.set(id, [...(frames.get(id) ?? []), Buffer.concat(chunks).toString('utf8')]);
      response.writeHead(200).end();
    });
  });
  return {
    client: new ApiGatewayManagementApiClient({
      endpoint: `${server.url}/live`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    }),
    /** How a connection takes what is posted from now on. */
    take: (id: string, how: Taking) => void taking.set(id, how),
    /** What a connection has received, in order. */
    received: (id: string): readonly LiveMessage[] => (frames.get(id) ?? []).flatMap((frame) => JSON.parse(frame)),
    /** The connections that the service ended. */
    closed: closed as readonly string[],
    close: server.close,
  };
}
