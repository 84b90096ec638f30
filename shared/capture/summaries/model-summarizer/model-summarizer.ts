import * as v from 'valibot';
import type { Summary } from '#shared/meetings/results/rules/results';
import type {
  ModelQuestion,
  Summarization,
  Summarizer,
  SummaryJob,
  SummaryModel,
} from '#shared/meetings/summaries/ports';
import {
  type AnswerFacts,
  type CheckedAnswer,
  checkAnswer,
  escaped,
  type ModelAnswer,
} from '#shared/meetings/summaries/rules/check-answer';
import { groupsToJoin, partSummary } from '#shared/meetings/summaries/rules/joined-parts';
import { MOST_PARTS, transcriptParts } from '#shared/meetings/summaries/rules/transcript-parts';
import { questionAbout, questionToJoin } from './question.ts';

/** Questions at a time. */
const CONCURRENT = 4;
/** A model that answers in another shape is asked once more. */
const ATTEMPTS = 2;

/** Unknown fields are left out, and so is what cannot be read; what is missing is empty. */
const Answer: v.GenericSchema<unknown, ModelAnswer> = v.object({
  title: v.fallback(v.string(), ''),
  sections: v.array(v.object({ key: v.string(), text: v.fallback(v.string(), '') })),
  action_items: v.fallback(
    v.array(
      v.object({
        text: v.fallback(v.string(), ''),
        assignee: v.fallback(v.nullable(v.string()), null),
        seconds: v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null),
      }),
    ),
    [],
  ),
});

/**
 * Summaries by a language model. A long transcript is summarized part by part, and the summaries of the parts into one,
 * in rounds where they are too long for one request. What the model answers is checked against the transcript. Fails for good where the model does not answer in the shape it
 * was asked for; throws `SummarizerUnavailable`.
 */
export function modelSummarizer(model: SummaryModel): Summarizer {
  const summarize = async (job: SummaryJob): Promise<Summarization> => {
    const parts = transcriptParts(job.transcript);
    if (parts.length > MOST_PARTS) return failed('The transcript is too long for the model.');
    const facts = { transcript: job.transcript, invited: job.invited, sections: job.template.sections };
    const ask = (question: ModelQuestion) => askTwice(model, question, facts, job.onProgress);

    const answers = await inTurns(parts, (part) => ask(questionAbout(job, part)));
    const whole = await joined(answers, (summaries) => ask(questionToJoin(job, summaries)));
    if (!whole) return failed('The model answered in another shape than it was asked for.');
    return { status: 'done', summary: summaryOf(job, model, whole) };
  };
  return { start: summarize, check: summarize };
}

/**
 * One summary made of those of the parts, in rounds where they do not fit into one request. Undefined where one of them or
 * of the joined ones is missing.
 */
async function joined(
  answers: readonly (CheckedAnswer | undefined)[],
  join: (summaries: readonly string[]) => Promise<CheckedAnswer | undefined>,
): Promise<CheckedAnswer | undefined> {
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length < answers.length) return undefined;
  const [only, ...others] = known;
  if (others.length === 0) return only;
  const groups = groupsToJoin(known.map((answer) => ({ answer, material: partSummary(answer) })));
  const next = await inTurns(groups, async (group) =>
    group.length === 1 ? group[0]?.answer : join(group.map(({ material }) => material)),
  );
  return joined(next, join);
}

const failed = (detail: string): Summarization => ({ status: 'failed', detail });

async function askTwice(
  model: SummaryModel,
  question: ModelQuestion,
  facts: AnswerFacts,
  onProgress: () => Promise<void>,
): Promise<CheckedAnswer | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const parsed = v.safeParse(Answer, await model.answer(question));
    await onProgress();
    const checked = parsed.success ? checkAnswer(parsed.output, facts) : undefined;
    if (checked) return checked;
  }
  return undefined;
}

/** In order, so many at a time. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += CONCURRENT)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENT).map(work))));
  return results;
}

function summaryOf(job: SummaryJob, { engine }: SummaryModel, answer: CheckedAnswer): Summary {
  const { sections, actionItems } = answer;
  const title = job.meetingTitle ?? answer.title;
  const chapters = sections.map((section) => `## ${escaped(section.title)}\n\n${section.markdown}\n`);
  const markdown = [`# ${escaped(title)}\n`, ...chapters].join('\n');
  const language = job.language ?? job.transcript.language;
  return { engine, language, template: job.template.id, title, markdown, sections, actionItems };
}
