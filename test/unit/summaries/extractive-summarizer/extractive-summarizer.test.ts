import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { Summary, Transcript } from '#shared/meetings/results/rules/results';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import type { SummaryJob, SummaryTemplate } from '#shared/meetings/summaries/ports';
import { BUILT_IN_TEMPLATES, builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript, aTranscriptWithoutSpeech } from '#test/support/transcripts';

const general: SummaryTemplate = { id: '', sections: [], ...builtInTemplate('general'), instructions: '' };
const script = readFileSync(join(process.cwd(), 'assets/simulator/beta-launch/script.vtt'), 'utf8');
const betaLaunch = parseWebVtt(script)?.transcript ?? aTranscriptWithoutSpeech();

const aJob = (transcript: Transcript, changes: Partial<SummaryJob> = {}): SummaryJob => ({
  meetingTitle: 'Weekly',
  invited: [],
  onProgress: async () => undefined,
  transcript,
  template: general,
  language: null,
  ...changes,
});
const summaryOf = async (transcript: Transcript, changes?: Partial<SummaryJob>): Promise<Summary> => {
  const made = await extractiveSummarizer().start(aJob(transcript, changes));
  if (made.status !== 'done') throw new Error(made.status);
  return made.summary;
};
const section = (summary: Summary, key: string) => summary.sections.find((one) => one.key === key)?.markdown;

describe('an extractive summary', () => {
  it('has the sections of its template in order, and all of them in its Markdown', async () => {
    const summary = await summaryOf(betaLaunch);

    expect(summary.template).toBe('general');
    expect(summary.sections.map(({ key, title }) => [key, title])).toEqual(
      general.sections.map(({ key, title }) => [key, title]),
    );
    expect(summary.markdown).toMatch(/^# Weekly\n\n## Overview\n\n/);
    for (const { title, markdown } of summary.sections)
      expect(summary.markdown).toContain(`## ${title}\n\n${markdown}\n`);
  });

  it('has the decisions, with the sentence that explains them', async () => {
    expect(section(await summaryOf(betaLaunch), 'decisions')?.split('\n')).toEqual([
      '- **Maya**: Then we agreed on this. The beta launch moves to Tuesday, the ninth of June.',
      '- **Maya**: We decided to keep the price at twelve dollars for the whole beta.',
    ]);
  });

  it('has action items with their assignee and time', async () => {
    const { actionItems } = await summaryOf(betaLaunch);

    expect(actionItems.map(({ text, assigneeName }) => [assigneeName, text])).toEqual([
      ['Ross', 'I will finish the fix for the invoices by Friday.'],
      ['Alan', 'I will write to the customers and tell them the new date.'],
      [null, 'Can you send me the two late invoices, Alan?'],
      ['Alan', 'I will send them this afternoon.'],
      [null, "Let's check the invoices again in the next meeting on Monday."],
      ['Maya', 'I will book the room for Monday.'],
    ]);
    expect(actionItems[0]?.start).toBe(19.931);
  });

  it('has an overview made of sentences of the transcript', async () => {
    const overview = section(await summaryOf(betaLaunch), 'overview') ?? '';
    const said = betaLaunch.segments.map((segment) => segment.text).join(' ');

    expect(overview).toMatch(/invoices/);
    expect(overview).not.toMatch(/I will|\?/);
    for (const sentence of overview.match(/[^.]+\./g) ?? []) expect(said).toContain(sentence.trim());
  });

  it.each(BUILT_IN_TEMPLATES.map((template) => [template.id, { ...template, instructions: '' }] as const))(
    'is the same each time by %s',
    async (_id, template) => {
      const first = await summaryOf(betaLaunch, { template });

      expect(await summaryOf(betaLaunch, { template })).toEqual(first);
      expect(first.sections).toHaveLength(template.sections.length);
    },
  );

  it('is also done when it is checked', async () => {
    expect(await extractiveSummarizer().check(aJob(betaLaunch))).toEqual(
      await extractiveSummarizer().start(aJob(betaLaunch)),
    );
  });

  it('takes its title from the meeting, or else from the transcript', async () => {
    const untitled = await summaryOf(betaLaunch, { meetingTitle: null });

    expect((await summaryOf(betaLaunch)).title).toBe('Weekly');
    expect(script.replaceAll(/<[^>]*>/g, '')).toContain(untitled.title);
    expect(untitled.title.length).toBeLessThanOrEqual(80);
  });

  it('fills a section of a custom template by the words of its instructions', async () => {
    const template = {
      id: 'tpl_01',
      instructions: '',
      sections: [{ key: 'money', title: 'Money', instructions: 'Everything about invoices.' }],
    };

    const summary = await summaryOf(betaLaunch, { template });

    expect(summary.template).toBe('tpl_01');
    expect(
      section(summary, 'money')
        ?.split('\n')
        .every((line) => line.includes('invoices')),
    ).toBe(true);
  });

  it('fills such a section in other languages, and omits it when no sentence has its words', async () => {
    const german = { ...aTranscript([['Ada', 'Die Rechnungen gehen am Freitag hinaus.']]), language: 'de' };
    const about = (instructions: string) => ({
      id: 'tpl_01',
      instructions: '',
      sections: [{ key: 'money', title: 'Geld', instructions }],
    });

    const found = await summaryOf(german, { template: about('Alles über Rechnungen') });
    const missed = await summaryOf(german, { template: about('Everything about invoices') });

    expect(section(found, 'money')).toBe('- **Ada**: Die Rechnungen gehen am Freitag hinaus.');
    expect(missed.sections).toEqual([]);
  });

  it('ranks sentences with words of the instructions of the template first', async () => {
    const overviewWith = async (instructions: string) =>
      section(await summaryOf(betaLaunch, { template: { ...general, instructions } }), 'overview') ?? '';
    const twelve = /twelve dollars/;

    expect(await overviewWith('')).not.toMatch(twelve);
    expect(await overviewWith('Above all the price in dollars.')).toMatch(twelve);
  });

  it('says that a section is empty', async () => {
    expect(section(await summaryOf(aTranscript([['Ada', 'The weather was nice.']])), 'decisions')).toBe(
      'Nothing noted.',
    );
  });

  it('has no speaker name for an unnamed voice', async () => {
    const { actionItems } = await summaryOf(aTranscript([[null, 'I will call the bank.']]));

    expect(actionItems).toMatchObject([{ assigneeName: null }]);
  });

  it('omits sections that depend on phrases in other languages than English', async () => {
    const summary = await summaryOf(
      aTranscript([['Ada', 'Wir verschieben den Start. Ich schreibe den Kunden.']], { language: 'de' }),
      {
        language: 'en',
      },
    );

    expect(summary.language).toBe('de');
    expect(summary.sections.map(({ key }) => key)).toEqual(['overview']);
    expect(summary.actionItems).toEqual([]);
  });

  it('escapes Markdown in sentences and names', async () => {
    const { markdown } = await summaryOf(
      aTranscript([['<b>Eve</b>', 'We decided to open [this](http://x.test) *now*.']]),
    );

    expect(markdown).toContain('**\\<b\\>Eve\\</b\\>**: We decided to open \\[this\\](http://x.test) \\*now\\*.');
  });

  it('has the last action item of a meeting that is too long to rank', async () => {
    const segments = Array.from({ length: 9_000 }, (_, index) =>
      aSegment({ id: `seg_${index + 1}`, start: index, end: index + 1, text: `Number ${index} was read aloud.` }),
    );
    const promise = aSegment({ id: 'seg_9001', start: 9_000, end: 9_001, text: 'I will stop here.' });

    const { actionItems } = await summaryOf(aTranscript([], { segments: [...segments, promise] }));

    expect(actionItems).toEqual([{ text: 'I will stop here.', assigneeName: null, start: 9_000 }]);
  });

  it('fails for a silent meeting', async () => {
    expect(await extractiveSummarizer().start(aJob(aTranscriptWithoutSpeech()))).toMatchObject({ status: 'failed' });
  });
});
