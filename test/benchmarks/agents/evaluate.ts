import type { MeetingId } from '#shared/foundation/core/ids';
import { useFactory } from '#shared/foundation/core/uses';
import { anAgentsOffice } from '#test/contract/connector/an-agents-office';
import { anArchive } from '#test/support/an-archive';
import type { GeneratedMeeting } from '#test/support/generated-meetings';
import type { Content, Question } from './question.ts';

export const MOST_CALLS = 3;
export const MOST_BYTES = 20_000;

/** What became of a question. */
export interface Outcome {
  readonly question: string;
  /** The tools, in order. */
  readonly calls: readonly string[];
  /** Of the text of all answers. */
  readonly bytes: number;
  readonly isFound: boolean;
}

export const isReached = ({ calls, bytes, isFound }: Outcome): boolean =>
  isFound && calls.length <= MOST_CALLS && bytes <= MOST_BYTES;

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Content;
}

/** An agent of a user whose workspace has recorded these meetings, and the one that the simulator plays. */
export async function anAgentWith(generated: readonly GeneratedMeeting[]) {
  const office = await anAgentsOffice({ useOf: useFactory({ agent_calls: Number.MAX_SAFE_INTEGER }) });
  const { meetingId } = await office.aRecording('good');
  await anArchive(office.world, meetingId as MeetingId, generated);
  const { token } = await office.anAgentOf(office.owner.userId);
  return (tool: string, given: object): Promise<Answer> => office.call(token, tool, given);
}

/** Follows the plan of a question, and looks for its answer in the text of what is answered. */
export async function evaluate(
  ask: (tool: string, given: object) => Promise<Answer>,
  { question, answer, plan }: Question,
): Promise<Outcome> {
  const [calls, texts, contents]: [string[], string[], Content[]] = [[], [], []];
  for (const step of plan) {
    const { tool, given } = step(contents);
    const { content, structuredContent } = await ask(tool, given);
    calls.push(tool);
    texts.push(...content.map(({ text }) => text));
    contents.push(structuredContent ?? {});
  }
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { question, calls, bytes, isFound: texts.some((text) => text.includes(answer)) };
}
