import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { Refusal } from '#shared/foundation/core/refusal';
import { namedMeeting } from './named-resources.ts';
import type { AgentRequest } from './ports.ts';
import { QUOTED } from './tool.ts';
import { lineOf, shownMeeting } from './tools/shapes.ts';
import { transcriptFileOf } from './tools/stored-results.ts';
import { readTranscript, WHOLE_TRANSCRIPT } from './tools/transcript.ts';

interface Definition {
  readonly name: string;
  /** With `{id}`, the id of a meeting. */
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  read(agentRequest: AgentRequest, id: string): Promise<string>;
}

const RESOURCES: readonly Definition[] = [
  {
    name: 'meeting',
    uri: 'meeting://{id}',
    title: 'A meeting',
    description: 'Title, times and participants of a meeting, by its id.',
    async read(agentRequest, id) {
      const shown = shownMeeting(await namedMeeting(agentRequest, id));
      const people = shown.participants.map(({ name, email }) => `- ${name ?? 'Unnamed'} <${email ?? 'no address'}>`);
      return [lineOf(shown), 'Participants:', ...people].join('\n');
    },
  },
  {
    name: 'transcript',
    uri: 'transcript://{id}',
    title: 'A transcript',
    description: 'What was said in a meeting, by its id: the first 20 KB. The tool get_transcript reads on.',
    async read(agentRequest, id) {
      const file = transcriptFileOf(await namedMeeting(agentRequest, id));
      const { lines, next } = await readTranscript(agentRequest, file, WHOLE_TRANSCRIPT);
      const more = next === null ? [] : [`[It goes on: call get_transcript with position ${next}.]`];
      return [...lines, ...more].join('\n');
    },
  },
];

/** Meetings and transcripts under their addresses, for clients that attach what the user picks. */
export function registerResources(server: McpServer, agentRequest: AgentRequest): void {
  for (const { name, uri, title, description, read } of RESOURCES) {
    const about = { title, description, mimeType: 'text/plain' };
    server.registerResource(name, new ResourceTemplate(uri, { list: undefined }), about, async ({ href }, { id }) => {
      const text = await orNotFound(href, () => read(agentRequest, String(id)));
      return { contents: [{ uri: href, mimeType: 'text/plain', text: `${QUOTED}\n\n${text}` }] };
    });
  }

  async function orNotFound(uri: string, work: () => Promise<string>): Promise<string> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'rate_limited') throw new Error(error.message);
      if (error instanceof Refusal) throw new ResourceNotFoundError(uri);
      agentRequest.onDefect(error instanceof Error ? error : new Error('A value that is not an Error was thrown.'));
      throw new Error('The service failed. Try again.');
    }
  }
}
