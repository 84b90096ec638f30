import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { type Markup, notice } from '#shared/api/page-kit/components';
import { form, formField, rawFormField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { LONGEST_SEGMENT } from '#shared/texts/conversations/rules/correct-transcript';
import { timestamp } from '../meeting-labels.ts';
import { anchorOf, speakerNames } from '../transcript/transcript-view.ts';

/** A correction of one segment, as the form has it. */
export interface SubmittedCorrection {
  readonly segmentId: string;
  readonly text: string;
  /** Empty for no speaker. */
  readonly speaker: string;
  /** `ETag` of the text that the form was made from. */
  readonly etag: string;
  /** `markOf` the segment that the form was made from. */
  readonly seen: string;
}

/** A correction that was not saved. */
export interface RefusedCorrection extends SubmittedCorrection {
  readonly messages: readonly string[];
  /** Whether the segment was changed or removed after the form was made. */
  readonly isOutdated: boolean;
}

/** Tells whether a segment is still what the form showed, in less than its whole text. */
export const markOf = ({ text, speakerId }: Segment): string =>
  createHash('sha256')
    .update(JSON.stringify([text, speakerId]))
    .digest('base64url');

/** Browsers send the lines of a text with CRLF. */
export const correctionIn = (c: PageContext): SubmittedCorrection => ({
  segmentId: c.req.param('segment') ?? '',
  text: rawFormField(c, 'text').replaceAll('\r\n', '\n'),
  speaker: formField(c, 'speaker_id'),
  etag: formField(c, 'etag'),
  seen: formField(c, 'seen'),
});

interface Corrected {
  /** Path of the conversation's page. */
  readonly page: string;
  readonly segment: Segment;
  readonly transcript: Transcript;
  readonly etag: string;
  readonly refused: RefusedCorrection | undefined;
}

/** The form in place of a segment. A refused one has what was typed; saved again, it replaces what is there now. */
export function correctionForm(c: PageContext, { page, segment, transcript, etag, refused }: Corrected): Markup {
  const at = timestamp(segment.start);
  const back = `${page}#${anchorOf(segment)}`;
  return html`${refused?.messages.map((message) => notice('problem', message))}
${refused?.isOutdated ? changedNotice(segment, transcript) : ''}
${form(c, {
  action: `${page}/segments/${encodeURIComponent(segment.id)}`,
  submit: 'Save',
  hidden: { etag, seen: markOf(segment) },
  fields: [
    // A parser drops the first line break.
    html`<div class="field"><label for="correction">Text at ${at}</label>
<textarea id="correction" name="text" rows="4" maxlength="${LONGEST_SEGMENT}" autofocus>
${refused?.text ?? segment.text}</textarea></div>`,
    select({
      name: 'speaker_id',
      label: `Speaker at ${at}`,
      options: [['', 'No speaker'], ...speakerNames(transcript)],
      selected: refused?.speaker ?? segment.speakerId ?? '',
    }),
  ],
  also: html`<a class="button quiet" href="${back}" data-swaps>Cancel</a>`,
})}`;
}

const changedNotice = (segment: Segment, transcript: Transcript): Markup => {
  const name = new Map(speakerNames(transcript)).get(segment.speakerId ?? '');
  return notice(
    'warning',
    html`This part was changed after you opened it. It now reads: <q>${name === undefined ? '' : html`<strong>${name}:</strong> `}${segment.text}</q> Your text is below: save to replace what is there now, or cancel to keep it.`,
  );
};

/** What was typed for a segment that is no longer there. */
export const lostCorrection = ({ text }: RefusedCorrection): Markup =>
  html`${notice('problem', 'The part that you corrected is no longer in the text: it was replaced as a whole. Your text was not saved. Copy it from here:')}
<pre>${text}</pre>`;
