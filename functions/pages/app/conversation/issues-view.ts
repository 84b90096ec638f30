import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import type { TranslationIssue } from '#shared/texts/translation/rules/translation-issue';
import { timestamp } from '../meeting-labels.ts';
import { anchorOf } from '../transcript/transcript-view.ts';

interface Translated {
  readonly found: ConversationWithMeeting;
  readonly transcript: Transcript | undefined;
}

/** What is wrong with a translation, by segment; nothing where nothing is. */
export function issuesView({ found: { conversation }, transcript }: Translated): Markup | '' {
  const issues = 'issues' in conversation ? conversation.issues : undefined;
  if (!issues || !transcript) return '';
  const segments = new Map(transcript.segments.map((segment) => [segment.id, segment]));
  const listed = issues.first.flatMap((issue) => {
    const segment = segments.get(issue.segmentId);
    return segment ? [issueView(issue, segment)] : [];
  });
  const more = issues.count - listed.length;
  return html`<section aria-labelledby="issues"><h2 id="issues">To check</h2>
<ul>${listed}${more > 0 ? html`<li>${more} more</li>` : ''}</ul></section>`;
}

const issueView = (issue: TranslationIssue, segment: Segment): Markup =>
  html`<li><a href="#${anchorOf(segment)}">${timestamp(segment.start)}</a> ${sentenceOf(issue)}</li>`;

function sentenceOf({ kind, missing }: TranslationIssue): string {
  switch (kind) {
    case 'length':
      return 'The length does not fit that of the source.';
    case 'untranslated':
      return 'It is the text of the source.';
    case 'missing':
      return 'There is no translation.';
    case 'name':
      return 'The name of a person is missing.';
    default:
      return `The ${kind} “${missing}” is missing.`;
  }
}
