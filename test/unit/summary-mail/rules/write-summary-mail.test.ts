import { type SummaryMail, writeSummaryMail } from '#shared/capture/summary-mail/rules/write-summary-mail';
import { describe, expect, it } from '#test/support/jest';
import { aBrandedLook, aSummary, aSummaryMail, MEETING_PAGE } from '../a-summary-mail.ts';

const written = (given: Partial<SummaryMail> = {}) => writeSummaryMail(aSummaryMail(given));

/** The texts that a reader sees, without the preview, styles and comments. */
const shown = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<head>[\s\S]*?<\/head>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('a summary mail', () => {
  it('has the sections in their order, the action items once, the time and the button', () => {
    const { subject, html } = written();

    expect(subject).toBe('Summary: Beta launch');
    expect(shown(html)).toMatch(
      /Beta launch November 23, 2026 at 10:00 AM UTC · 31 minutes Overview The beta starts .* Decisions Ada : We ship on Monday\. Ben : No discount\. Action items Ada : I will write the notes\. Open the meeting/,
    );
    expect(html.match(/I will write the notes/g)).toHaveLength(1);
    expect(html).toContain(`href="${MEETING_PAGE}"`);
  });

  it('says the same as plain text', () => {
    expect(written().text).toBe(`Acme
Beta launch
November 23, 2026 at 10:00 AM UTC · 31 minutes

Overview

The beta starts on Monday. Prices stay as they are.

Decisions

- Ada: We ship on Monday.
- Ben: No discount.

Action items

- Ada: I will write the notes.

Open the meeting: ${MEETING_PAGE}

--
You get this email because you were invited to this meeting.
Unsubscribe: https://app.test/unsubscribe/abc?x=1&y=2
`);
  });

  it('shows a section of action items where the summary lists none', () => {
    const { text } = written({ summary: aSummary({ actionItems: [] }) });
    expect(text).toContain('Action items\n\n- Ada: I will write the notes.');
  });

  it('says before the summary that the transcript is doubtful', () => {
    const { html, text } = written({ isDoubtful: true });

    const sentence = 'The transcript may be incomplete: it does not fit the length of the call.';
    expect(text).toContain(`31 minutes\n\n${sentence}\n\nOverview`);
    expect(shown(html)).toContain(sentence);
    expect(written().text).not.toContain(sentence);
  });

  it('leaves out a time and a length that are unknown', () => {
    expect(written({ startedAt: null, durationSeconds: null }).text).toMatch(/^Acme\nBeta launch\n\nOverview/);
  });

  it('links to the page of the brand with the id of the meeting, its website, description and logo', () => {
    const logo = 'https://api.test/files/file_one/content?expires=1&signature=a';
    const { html, text } = written({ look: aBrandedLook({}, logo) });

    expect(html).toMatch(/href="https:\/\/acme\.test\/m\/mtg_[^"{]+"[^>]*>\s*Open in Acme/);
    expect(html).toContain('<img src="https://api.test/files/file_one/content?expires=1&amp;signature=a" alt="Acme"');
    expect(html).toContain('<a href="https://acme.test/" style="color:#8b1a1a">acme.test</a>');
    expect(text).toContain('Acme makes meetings shorter.\nhttps://acme.test/');
  });

  it('has links of the brand to verified domains alone: the button opens the meeting instead', () => {
    const { html, text } = written({ look: aBrandedLook({}, null, { verifiedDomains: ['other.test'] }) });

    expect(`${html}${text}`).not.toContain('acme.test');
    expect(text).toContain(`Open the meeting: ${MEETING_PAGE}`);
  });

  it.each([
    'https://acme.test\\@evil.test/',
    'https://acme.test\\.evil.test/',
    'https:acme.test/',
    'https:///acme.test/',
  ])('has no link of the brand whose host mail clients read differently: %s', (url) => {
    const cta = { type: 'link', label: 'Open in Acme', url } as const;
    const { html, text } = written({ look: aBrandedLook({ website: url, cta }) });

    expect(`${html}${text}`).not.toContain(url);
    expect(text).toContain(`Open the meeting: ${MEETING_PAGE}`);
  });

  it.each([
    ['Your account is suspended: sign in at https://evil.test/login.', false],
    ['Sign in at evil.test/login now', false],
    ['Help: www\uFE0F.evil.test', false],
    ['Read https://acme.test/,http://evil.test/', false],
    ['Read https://acme.test/|www.evil.test', false],
    ['Read https://acme.test/、evil.test/login', false],
    ['Read https://acme.test/http://evil.test/', false],
    ['Sign in at evil.test?x=1', false],
    ['Sign in at evil.test:8080', false],
    ['Read https://acme.test/help and help.acme.test/faq', true],
    ['Read https://acme.test/help, help.acme.test/faq; or acme.test:8443', true],
    ['Acme.test makes meetings shorter, and/or better.', true],
  ])('leaves out a description of the brand with a link to elsewhere: %s', (description, isShown) => {
    const { html, text } = written({ look: aBrandedLook({ description }) });
    expect([html.includes(description), text.includes(description)]).toEqual([isShown, isShown]);
  });

  it('has no button where the brand wants none, and no picture without a logo', () => {
    const { html, text } = written({ look: aBrandedLook({ cta: { type: 'none', label: null, url: null } }) });

    expect(html).not.toMatch(/<img|Open in Acme|Open the meeting/);
    expect(text).not.toContain('Open');
  });

  it('loads nothing from anywhere but the logo', () => {
    const { html } = written({ look: aBrandedLook() });
    expect(html).not.toMatch(/<img|<link|@import|url\(|<script|<iframe/i);
  });

  it('shows hostile text as text, wherever it comes from', () => {
    const hostile = '<script>alert(1)</script>"onload="x\' {{unsubscribe_url}} <!--{button-->';
    const { html, subject } = written({
      title: hostile,
      sender: hostile,
      look: aBrandedLook({ description: hostile, cta: { type: 'link', label: hostile, url: 'https://acme.test' } }),
      summary: aSummary({
        sections: [{ key: 'overview', title: hostile, markdown: `${hostile}\n\n- **${hostile}**: [a](javascript:x)` }],
        actionItems: [{ text: hostile, assigneeName: hostile, start: null }],
      }),
    });

    expect(subject).toBe(`Summary: ${hostile}`);
    expect(html).not.toMatch(/<script|"onload|'onload|<a href="javascript/i);
    expect(html.match(/&lt;script&gt;alert\(1\)/g)?.length).toBeGreaterThanOrEqual(9);
    // A placeholder in a text stays a text.
    expect(html.match(/\{\{unsubscribe_url\}\}/g)?.length).toBeGreaterThanOrEqual(9);
    expect(shown(html)).not.toContain('-->');
  });

  it('keeps the subject on one line, and no marks that turn text around', () => {
    const { subject } = written({ title: 'Pay now\r\nBcc: eve@evil.test\u202egnp.exe' });
    expect(subject).toBe('Summary: Pay now Bcc: eve@evil.test gnp.exe');
  });

  it('cuts a long title between whole characters', () => {
    const { subject } = written({ title: `${'x'.repeat(198)}😀😀` });
    expect(subject).toBe(`Summary: ${'x'.repeat(198)}…`);
  });

  it('stays under the 102 KB at which Gmail cuts, and says where the rest is', () => {
    const markdown = Array.from({ length: 2_000 }, (_, line) => `- **Ada**: ${'long '.repeat(8)}${line}`).join('\n');
    const { html, text } = written({ summary: aSummary({ sections: [{ key: 'a', title: 'A', markdown }] }) });

    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(text).toContain('The summary continues on the page of the meeting.');
  });

  it.each(['ar', 'he', 'fa', 'ur-PK'])('is written from right to left in %s', (language) => {
    const { html } = written({ summary: aSummary({ language }) });
    expect(html).toMatch(/<html lang="\w+" dir="rtl"/);
    expect(html).toContain('text-align:right');
    expect(html).not.toContain('direction:ltr');
  });

  it.each([
    ['de-CH', 'Zusammenfassung: Beta launch', 'Aufgaben', '23. November 2026'],
    ['ja', '要約: Beta launch', 'アクション項目', '2026年11月23日'],
    // Not translated.
    ['fi', 'Summary: Beta launch', 'Action items', 'November 23, 2026'],
    ['no tag at all', 'Summary: Beta launch', 'Action items', 'November 23, 2026'],
    [null, 'Summary: Beta launch', 'Action items', 'November 23, 2026'],
  ])('has its fixed words in the language of the summary: %s', (language, subject, actionItems, date) => {
    const mail = written({ summary: aSummary({ language }) });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(actionItems);
    expect(mail.text).toContain(date);
  });

  it('is called a meeting where it has no title', () => {
    expect(written({ title: '\u202e', summary: aSummary({ title: '' }) }).subject).toBe('Summary: Meeting');
  });
});
