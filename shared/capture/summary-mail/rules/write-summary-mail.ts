import { headerText } from '#shared/accounts/mail/rules/mail-headers';
import { unlinked } from '#shared/accounts/mail/rules/unlinked';
import { SUMMARY_TEMPLATE } from '#shared/capture/summary-mail/rules/compiled-template';
import { type Content, fillTemplate } from '#shared/capture/summary-mail/rules/fill-template';
import { directionOf, type FixedWords, wordsFor } from '#shared/capture/summary-mail/rules/fixed-words';
import { coloursOf, type MailLook } from '#shared/capture/summary-mail/rules/mail-look';
import { type Block, htmlOf, readMarkdown, textOf } from '#shared/capture/summary-mail/rules/read-markdown';
import type { Instant } from '#shared/foundation/core/time';
import type { ActionItem, Summary } from '#shared/meetings/results/rules/results';

/** What a summary mail is made of. Everything in it is untrusted text, but for the URLs. */
export interface SummaryMail {
  readonly title: string | null;
  readonly startedAt: Instant | null;
  readonly durationSeconds: number | null;
  /** There is a reason to doubt the transcript that the summary is made of. */
  readonly isDoubtful: boolean;
  /** An IANA zone, for the date. */
  readonly zone: string;
  /** The name that the mail comes from. */
  readonly sender: string;
  readonly summary: Summary;
  readonly look: MailLook;
  readonly unsubscribeUrl: string;
}

interface Written {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Chapter {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

const LONGEST_TITLE = 200;
const LONGEST_PREVIEW = 140;
/** Characters of Markdown. Gmail cuts a mail at 102 KB, of which the template is 12. */
const LONGEST_SUMMARY = 40_000;

/** The summary mail in the language of its summary, as HTML and as plain text. */
export function writeSummaryMail(mail: SummaryMail): Written {
  const { summary, look } = mail;
  const words = wordsFor(summary.language);
  const title = cut(headerText(mail.title ?? summary.title) || words.untitled, LONGEST_TITLE);
  const subject = words.subject(title);
  const when = whenOf(mail, words);
  const { chapters, isCut } = chaptersOf(summary, words);
  const sentence = (text: string): Chapter => ({ heading: '', blocks: readMarkdown(text) });
  const shown = [
    ...(mail.isDoubtful ? [sentence(words.doubtful)] : []),
    ...chapters,
    ...(isCut ? [sentence(words.shortened)] : []),
  ];
  const button = look.button && { label: look.button.label ?? words.openMeeting, url: look.button.url };
  const facts = { subject, title, when, words, chapters: shown, button };
  return { subject, html: asHtml(mail, facts), text: asText(mail, facts) };
}

interface Facts {
  readonly subject: string;
  readonly title: string;
  readonly when: string;
  readonly words: FixedWords;
  readonly chapters: readonly Chapter[];
  readonly button: { readonly label: string; readonly url: string } | null;
}

function asHtml({ sender, summary, look, unsubscribeUrl }: SummaryMail, facts: Facts): string {
  const { subject, title, when, words, chapters, button } = facts;
  const direction = directionOf(summary.language);
  const one = <Value>(value: Value | null, of: (value: Value) => Content) => (value === null ? [] : [of(value)]);
  return fillTemplate(SUMMARY_TEMPLATE, {
    ...coloursOf(look),
    ...{ subject, title, when, sender: unlinked(headerText(sender)), direction },
    language: words.language,
    start: direction === 'rtl' ? 'right' : 'left',
    preview: cut(headerText(textOf(chapters[0]?.blocks ?? [])), LONGEST_PREVIEW),
    section: chapters.map(({ heading, blocks }) => ({ heading, content: { html: htmlOf(blocks) } })),
    button: one(button, ({ label, url }) => ({ button_label: label, button_url: url })),
    logo: one(look.logoUrl, (url) => ({ logo_url: url })),
    description: one(look.description, (description) => ({ description })),
    website: one(look.website, (website) => ({ website, website_label: website.replace(/^https?:\/\/|\/$/g, '') })),
    why: words.why,
    unsubscribe: words.unsubscribe,
    unsubscribe_url: unsubscribeUrl,
  });
}

function asText({ sender, look, unsubscribeUrl }: SummaryMail, facts: Facts): string {
  const { title, when, words, chapters, button } = facts;
  const parts = [
    [unlinked(headerText(sender)), title, when].filter((line) => line !== '').join('\n'),
    ...chapters.map(({ heading, blocks }) => (heading === '' ? '' : `${heading}\n\n`) + textOf(blocks)),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ['--', look.description, look.website, words.why, `${words.unsubscribe}: ${unsubscribeUrl}`]
      .filter((line) => line !== null)
      .join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The sections, and the action items after them: as many as fit. */
function chaptersOf({ sections, actionItems }: Summary, words: FixedWords) {
  // The list of action items has the same entries as a section of that name.
  const own = sections.filter(({ key }) => key !== 'action_items' || actionItems.length === 0);
  const sources = [
    ...own.map(({ title, markdown }) => ({ heading: headerText(title), markdown })),
    ...(actionItems.length > 0 ? [{ heading: words.actionItems, markdown: actionItems.map(itemLine).join('\n') }] : []),
  ];
  let left = LONGEST_SUMMARY;
  const chapters: Chapter[] = [];
  for (const { heading, markdown } of sources) {
    if (left <= 0) break;
    chapters.push({ heading: cut(heading, LONGEST_TITLE), blocks: readMarkdown(cut(markdown, left)) });
    left -= markdown.length;
  }
  return { chapters, isCut: left < 0 || chapters.length < sources.length };
}

const itemLine = ({ assigneeName, text }: ActionItem): string =>
  assigneeName === null ? `- ${literal(text)}` : `- **${literal(assigneeName)}**: ${literal(text)}`;

/** Text on one line, in which nothing is Markdown. */
const literal = (text: string): string => headerText(text).replace(/[\\*]/g, '\\$&');

/** `23 November 2026 at 10:00 UTC · 31 minutes`, in the language of the mail; what is unknown is left out. */
function whenOf({ startedAt, durationSeconds, zone }: SummaryMail, { language }: FixedWords): string {
  const date = new Intl.DateTimeFormat(language, { ...DATE, timeZone: zone });
  const length = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return [
    ...(startedAt === null ? [] : [date.format(startedAt)]),
    ...(durationSeconds === null ? [] : [length.format(Math.max(1, Math.round(durationSeconds / 60)))]),
  ].join(' · ');
}

const DATE = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Whole characters: a pair of surrogates is not parted. */
const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
