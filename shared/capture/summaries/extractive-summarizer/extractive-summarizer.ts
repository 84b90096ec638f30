import type { Summary } from '#shared/meetings/results/rules/results';
import type { Summarization, Summarizer, SummaryJob } from '#shared/meetings/summaries/ports';
import { plain, shortened } from './cues.ts';
import {
  actionItemsIn,
  boostTopics,
  highestRanked,
  informativeSentences,
  type RankedSentence,
  type SectionInput,
  writeSection,
} from './sections.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { textRank } from './text-rank.ts';

/**
 * The time and memory of ranking grow with the square of the sentences: 2,000, two hours of talk, take 16 MB and about a
 * second. Of a longer meeting every second, third … sentence is ranked; decisions and action items are sought in all.
 */
const MAX_RANKED = 2_000;
const MAX_TITLE_CHARACTERS = 80;

/**
 * An extractive summary: sentences of the transcript, selected by TextRank and by phrases. It needs no model and no
 * network and is deterministic. It is in the language of the transcript, whatever the job requests, since it cannot
 * translate. In languages other than English it omits the sections that depend on phrases.
 */
export function extractiveSummarizer(): Summarizer {
  const summarize = async (job: SummaryJob): Promise<Summarization> => {
    const sentences = boostTopics(job.template.instructions, ranked(sentencesOf(job.transcript)));
    if (sentences.length === 0) return { status: 'failed', detail: 'Nothing was said.' };
    return { status: 'done', summary: summaryOf(job, sentences) };
  };
  return { start: summarize, check: summarize };
}

function summaryOf({ meetingTitle, transcript, template }: SummaryJob, sentences: readonly RankedSentence[]): Summary {
  const { language } = transcript;
  const isEnglish = language === null || /^en(?:-|$)/i.test(language);
  const actionItems = isEnglish ? actionItemsIn(sentences) : [];
  const material: SectionInput = { sentences, actionItems, isEnglish };
  const sections = template.sections.flatMap((section) => writeSection(section, material) ?? []);
  const title = meetingTitle ?? titleOf(sentences);
  const chapters = sections.map((section) => `## ${plain(section.title)}\n\n${section.markdown}\n`);
  const markdown = [`# ${plain(title)}\n`, ...chapters].join('\n');
  return { engine: 'extractive', language, template: template.id, title, markdown, sections, actionItems };
}

/** The most central sentence, cut to the length of a title. */
function titleOf(sentences: readonly RankedSentence[]): string {
  const [top] = highestRanked(1, informativeSentences(sentences));
  return shortened(top?.text ?? '', MAX_TITLE_CHARACTERS).replace(/[.!]$/, '');
}

/** Sentences that are not ranked have rank zero; they are still searched for phrases. */
function ranked(sentences: readonly Sentence[]): RankedSentence[] {
  const step = Math.max(1, Math.ceil(sentences.length / MAX_RANKED));
  const ranks = textRank(sentences.filter((_, index) => index % step === 0).map((sentence) => sentence.terms));
  return sentences.map((sentence, index) => ({
    ...sentence,
    rank: index % step === 0 ? (ranks[index / step] ?? 0) : 0,
  }));
}
