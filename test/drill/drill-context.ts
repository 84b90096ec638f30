import type { Stack } from '#bin/stack/stack-file';
import type { JsonObject } from '#shared/foundation/core/json';
import { callsTo, eventually, type Reply } from '#test/integration/stack-client';
import { awsCommand } from './aws-command.ts';
import type { RunbookCommand } from './commands.ts';
import { linesOf } from './log.ts';
import { filled, type Values } from './runbook.ts';
import { type Ran, shell } from './shell.ts';

export type DrillContext = ReturnType<typeof drillContext>;

/** What an engineer on call works with, at a running stack. `say` prints each command that is run. */
export function drillContext(stack: Stack, say: (line: string) => void) {
  const call = callsTo(stack);
  const undos: (() => Promise<unknown>)[] = [];
  const startedMs = Date.now();

  /** Runs a command that the runbook prints; it may fail. */
  const attempt = (command: RunbookCommand, values: Values = {}, variables: Values = {}): Promise<Ran> =>
    begin(filled(command, values), variables);

  let lastLine = '';
  const begin = async (line: string, variables: Values = {}): Promise<Ran> => {
    // A command that is repeated until it says something is printed once.
    if (line !== lastLine) say(line);
    lastLine = line;
    if (line.startsWith('aws ')) return { code: 0, stdout: await awsCommand(stack, line), stderr: '' };
    return shell(line, { ...variables, AWS_ENDPOINT_URL: stack.endpoint_url });
  };

  return {
    stack,
    call,
    attempt,

    /**
     * Runs a command that the runbook prints, with variables of the environment, and answers its standard output. Throws
     * where the command fails.
     */
    run: async (command: RunbookCommand, values: Values = {}, variables: Values = {}): Promise<string> =>
      outputOf(command, await attempt(command, values, variables)),

    /** Runs any command, to provoke an incident and to put back what was changed. Throws where the command fails. */
    prepare: async (command: string): Promise<string> => outputOf(command, await begin(command)),

    /**
     * The first line of a function's log since the incident began for which it holds; waits for it, and asks for another
     * one before each look.
     */
    async logged(
      worker: string,
      holds: (line: JsonObject) => boolean,
      ask: () => Promise<unknown> = async () => undefined,
    ): Promise<JsonObject> {
      const look = async () => {
        await ask();
        return (await linesOf(stack, worker, startedMs)).find(holds);
      };
      return (await eventually(look, (line) => line !== undefined)) ?? {};
    },

    /** The actions in the audit log of a workspace. */
    async auditActions(workspaceId: string, key: string): Promise<readonly string[]> {
      const { body } = await call('GET', `/audit_events?workspace_id=${workspaceId}&limit=100`, undefined, {
        authorization: key,
      });
      return body.data.map(({ action }: { readonly action: string }) => action);
    },

    /** Done at the end of the incident, however it ends; the last one first. */
    afterwards(undo: () => Promise<unknown>): void {
      undos.push(undo);
    },

    /** Does what is to be done afterwards, all of it. Throws the first error. */
    async close(): Promise<void> {
      const errors: unknown[] = [];
      for (const undo of undos.splice(0).reverse()) await undo().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },

    /** Creates a resource by the API. Throws where it is refused. */
    async created(path: string, body: object, key?: string): Promise<Reply['body']> {
      const reply = await call('POST', path, body, key === undefined ? {} : { authorization: key });
      if (reply.status >= 300)
        throw new Error(`POST ${path} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
}

function outputOf(command: string, { code, stdout, stderr }: Ran): string {
  if (code !== 0) throw new Error(`"${command}" ended with ${code}: ${stderr.trim()}`);
  return stdout;
}

let made = 0;

/** A name that no other incident of any run has. */
export function aName(prefix: string): string {
  made += 1;
  return `${prefix}-${process.pid}-${made}`;
}
