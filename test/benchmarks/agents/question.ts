/** The structured content of an answer, as far as plans read it. */
export interface Content {
  readonly hits?: readonly { readonly meeting_id: string; readonly start_seconds: number }[];
  readonly meetings?: readonly { readonly id: string; readonly title: string; readonly starts_at: string }[];
  readonly results?: readonly { readonly id: string }[];
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly given: object;
}

/** The next call, by what the calls before it answered. */
export type Step = (answers: readonly Content[]) => ToolCall;

/** What a user asks an agent, and the calls with which it finds out. */
export interface Question {
  readonly question: string;
  /** Stands in the text of an answer. */
  readonly answer: string;
  /** One to three. */
  readonly plan: readonly Step[];
}

/** A call that depends on no other. */
export const call =
  (tool: string, given: object = {}): Step =>
  () => ({ tool, given });

/** What was said around the best hit. */
export const aroundBestHit: Step = (answers) => {
  const [hit] = last(answers).hits ?? [];
  return { tool: 'get_transcript', given: { meeting_id: hit?.meeting_id, around_seconds: hit?.start_seconds } };
};

/** The whole text of the best result. */
export const bestResult: Step = (answers) => ({ tool: 'fetch', given: { id: last(answers).results?.[0]?.id } });

/** Calls a tool with the listed meeting that has this title and start, or with the first. */
export const withMeeting =
  (tool: string, wanted: { readonly title?: string; readonly startsAt?: string } = {}): Step =>
  (answers) => {
    const found = last(answers).meetings?.find(
      ({ title, starts_at }) => title === (wanted.title ?? title) && starts_at === (wanted.startsAt ?? starts_at),
    );
    return { tool, given: { meeting_id: found?.id } };
  };

const last = (answers: readonly Content[]): Content => answers.at(-1) ?? {};
