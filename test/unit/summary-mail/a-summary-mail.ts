import type { MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import { lookOf, type MailLook } from '#shared/capture/summary-mail/rules/mail-look';
import type { SummaryMail } from '#shared/capture/summary-mail/rules/write-summary-mail';
import type { Instant } from '#shared/foundation/core/time';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Summary } from '#shared/meetings/results/rules/results';
import { anId } from '#test/unit/meetings/rules/a-meeting';

export const MEETING_PAGE = 'https://app.test/app/meetings/mtg_one';

export const aSummary = (given: Partial<Summary> = {}): Summary => ({
  engine: 'extractive',
  language: 'en',
  template: 'general',
  title: 'Beta launch',
  markdown: '# Beta launch\n',
  sections: [
    { key: 'overview', title: 'Overview', markdown: 'The beta starts on Monday. Prices stay as they are.' },
    { key: 'decisions', title: 'Decisions', markdown: '- **Ada**: We ship on Monday.\n- **Ben**: No discount.' },
    { key: 'action_items', title: 'Action items', markdown: '- **Ada**: I will write the notes.' },
  ],
  actionItems: [{ text: 'I will write the notes.', assigneeName: 'Ada', start: 12 }],
  ...given,
});

type Branded = BrandKit['email']['branded'];

/** The look of a branded kit: Acme's, in a dark red. */
export const aBrandedLook = (
  given: Partial<Branded> = {},
  logoUrl: string | null = null,
  trust: Pick<MailTrust, 'verifiedDomains'> = { verifiedDomains: ['acme.test'] },
): MailLook =>
  lookOf(
    {
      email: {
        type: 'branded',
        branded: {
          color: '#8b1a1a',
          website: 'https://acme.test/',
          description: 'Acme makes meetings shorter.',
          cta: { type: 'link', label: 'Open in Acme', url: 'https://acme.test/m/{{meeting_id}}' },
          ...given,
        },
      },
    },
    { meetingId: anId('mtg'), meetingUrl: MEETING_PAGE, logoUrl, trust },
  );

export const aDefaultLook = (): MailLook =>
  lookOf(undefined, {
    meetingId: anId('mtg'),
    meetingUrl: MEETING_PAGE,
    logoUrl: null,
    trust: { verifiedDomains: [] },
  });

export const aSummaryMail = (given: Partial<SummaryMail> = {}): SummaryMail => ({
  title: 'Beta launch',
  startedAt: Date.UTC(2026, 10, 23, 10) as Instant,
  durationSeconds: 1_843,
  isDoubtful: false,
  zone: 'Etc/UTC',
  sender: 'Acme',
  summary: aSummary(),
  look: aDefaultLook(),
  unsubscribeUrl: 'https://app.test/unsubscribe/abc?x=1&y=2',
  ...given,
});
