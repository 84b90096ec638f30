import type { Summary } from '#shared/results/rules/results';
import type { Summarization, Summarizer, SummaryJob } from '#shared/summaries/ports/summarizer';
import { actionItemsIn } from './action-items.ts';
import { plain, shortened } from './plain-markdown.ts';
import { best, favouring, type Material, type RankedSentence, telling, writeSection } from './sections.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { textRank } from './text-rank.ts';

/**
 * Ranking costs the square of the number of sentences: 2,000 are 16 MB and about a second, two hours of talk. Of a
 * longer meeting every second, third … sentence is ranked; decisions and action items are looked for in all of them.
 */
const MOST_RANKED = 2_000;
const LONGEST_TITLE = 80;

/**
 * A summary of sentences that people said, chosen by TextRank and by turns of speech: no model, no network, the same
 * answer every time. It is in the language of the transcript, whatever the job asks for, since it cannot translate;
 * in other languages than English it leaves out the sections that turns of speech decide.
 */
export function extractiveSummarizer(): Summarizer {
  const summarize = async (job: SummaryJob): Promise<Summarization> => {
    const sentences = favouring(job.template.instructions, ranked(sentencesOf(job.transcript)));
    if (sentences.length === 0) return { status: 'failed', detail: 'Nothing was said.' };
    return { status: 'done', summary: summaryOf(job, sentences) };
  };
  return { start: summarize, check: summarize };
}

function summaryOf({ meetingTitle, transcript, template }: SummaryJob, sentences: readonly RankedSentence[]): Summary {
  const { language } = transcript;
  const isEnglish = language === null || /^en(?:-|$)/i.test(language);
  const actionItems = isEnglish ? actionItemsIn(sentences) : [];
  const material: Material = { sentences, actionItems, isEnglish };
  const sections = template.sections.flatMap((section) => writeSection(section, material) ?? []);
  const title = meetingTitle ?? titleOf(sentences);
  const chapters = sections.map((section) => `## ${plain(section.title)}\n\n${section.markdown}\n`);
  const markdown = [`# ${plain(title)}\n`, ...chapters].join('\n');
  return { language, template: template.id, title, markdown, sections, actionItems };
}

/** The most central sentence, cut to the length of a title. */
function titleOf(sentences: readonly RankedSentence[]): string {
  const [top] = best(1, telling(sentences));
  return shortened(top?.text ?? '', LONGEST_TITLE).replace(/[.!]$/, '');
}

/** Sentences that are not ranked have rank zero: cues are still found in them. */
function ranked(sentences: readonly Sentence[]): RankedSentence[] {
  const step = Math.max(1, Math.ceil(sentences.length / MOST_RANKED));
  const ranks = textRank(sentences.filter((_, index) => index % step === 0).map((sentence) => sentence.terms));
  return sentences.map((sentence, index) => ({
    ...sentence,
    rank: index % step === 0 ? (ranks[index / step] ?? 0) : 0,
  }));
}
