import { readFileSync } from 'node:fs';

export interface StackUnderTest {
  readonly base_url: string;
  readonly api_key: string;
  readonly workspace_id: string;
  readonly endpoint_url: string;
  readonly user_email: string;
  readonly user_password: string;
  readonly app_url: string;
  /** By which the durations that the service chooses are multiplied. */
  readonly time_scale: number;
  /** Missing with `--speech off`. */
  readonly speech_url?: string;
  readonly test_providers: Readonly<Record<'google' | 'microsoft', string>>;
}

/** The stack.json of the stack that `npm test` started, else of `npm start`. */
export const stackFile = (): string => process.env['STACK_FILE'] ?? '.local/stack.json';

/** The running stack, with calls that use its API key. */
export function stackClient() {
  const stack: StackUnderTest = JSON.parse(readFileSync(stackFile(), 'utf8'));
  const call = callsTo(stack);
  return {
    ...stack,
    call,
    /** Creates a workspace, in which no event of another test happens, and returns its id. A user may make 20 a day. */
    newWorkspace: async (name: string): Promise<string> => {
      const { status, body } = await call('POST', '/workspaces', { name });
      if (status !== 201) throw new Error(`The workspace ${name} was refused: ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
  };
}

/** Bounds what hangs, and decides no test. Less than jest's own limit, which would not show the value. */
const MOST_SECONDS = 300;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
}

/** Calls of the API with the key of a stack, or the one of `headers`. */
export const callsTo =
  ({ base_url, api_key }: Pick<StackUnderTest, 'base_url' | 'api_key'>) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const response = await fetch(path.startsWith('http') ? path : `${base_url}${path}`, {
      method,
      headers: { authorization: api_key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  };

/** Polls until the condition holds; fails with the last value. */
export async function eventually<Value>(
  poll: () => Promise<Value> | Value,
  isDone: (value: Value) => boolean,
  mostSeconds = MOST_SECONDS,
): Promise<Value> {
  const end = performance.now() + mostSeconds * 1000;
  for (;;) {
    const value = await poll();
    if (isDone(value)) return value;
    if (performance.now() > end)
      throw new Error(`The condition did not hold within ${mostSeconds} s: ${JSON.stringify(value)?.slice(0, 2000)}`);
    await new Promise((done) => setTimeout(done, 250));
  }
}
