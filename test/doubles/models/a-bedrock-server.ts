import { once } from 'node:events';
import { createServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a request of `POST /model/{modelId}/converse` has, as far as a summary asks for it. */
export interface ConverseRequest {
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[];
  readonly inferenceConfig: Readonly<Record<string, number>>;
  readonly toolConfig: {
    readonly tools: readonly { readonly toolSpec: { readonly name: string; readonly inputSchema: { json: object } } }[];
    readonly toolChoice: { readonly tool: { readonly name: string } };
  };
}

/** The input that the model gives to the tool, or an error of the service by its name. */
type Said = object | { readonly error: string; readonly status: number };

/**
 * Amazon Bedrock's Converse operation over HTTP/2, as its SDK speaks it
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
 */
export async function aBedrockServer(say: (request: ConverseRequest) => Said) {
  const requests: { readonly path: string; readonly body: ConverseRequest }[] = [];
  const sessions = new Set<Http2Session>();
  const server = createServer(async (incoming, outgoing) => {
    const body: ConverseRequest = JSON.parse(await text(incoming));
    requests.push({ path: incoming.url, body });
    const said = say(body);
    const isError = 'error' in said && 'status' in said;
    outgoing.writeHead(isError ? Number(said.status) : 200, {
      'content-type': 'application/json',
      ...(isError && { 'x-amzn-errortype': String(said.error) }),
    });
    outgoing.end(JSON.stringify(isError ? { message: 'Account 111111111111 …' } : responseWith(body, said)));
  });
  server.on('session', (session) => sessions.add(session));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: requests as readonly (typeof requests)[number][],
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}

const responseWith = ({ toolConfig }: ConverseRequest, input: object) => ({
  output: {
    message: {
      role: 'assistant',
      content: [
        { text: 'I use the tool.' },
        { toolUse: { toolUseId: 'tooluse_1', name: toolConfig.toolChoice.tool.name, input } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 10, outputTokens: 10, totalTokens: 20 },
  metrics: { latencyMs: 1 },
});
