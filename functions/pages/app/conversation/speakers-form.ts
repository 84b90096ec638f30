import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { type Markup, notice } from '#shared/api/page-kit/components';
import { field, form, formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Speaker, Transcript } from '#shared/meetings/results/rules/results';

/** Names of speakers, as the form has them. */
export interface SubmittedSpeakers {
  /** By the id of the speaker. Empty for no name. */
  readonly names: ReadonlyMap<string, string>;
  /** `ETag` of the text that the form was made from. */
  readonly etag: string;
  /** `markOfSpeakers` when the form was made. */
  readonly seen: string;
}

/** Names that were not saved. */
export interface RefusedSpeakers extends SubmittedSpeakers {
  readonly messages: readonly string[];
  readonly isOutdated: boolean;
}

const FIELD = 'speaker-';

/** Tells whether the speakers are still those that the form showed. */
export const markOfSpeakers = (speakers: readonly Speaker[]): string =>
  createHash('sha256').update(JSON.stringify(speakers)).digest('base64url');

export const speakersIn = (c: PageContext): SubmittedSpeakers => ({
  names: new Map(
    [...(c.get('formFields') ?? [])].flatMap(([name, value]) =>
      name.startsWith(FIELD) ? [[name.slice(FIELD.length), value.trim()] as const] : [],
    ),
  ),
  etag: formField(c, 'etag'),
  seen: formField(c, 'seen'),
});

interface ShownSpeakers {
  /** Path of the conversation's page. */
  readonly page: string;
  readonly transcript: Transcript;
  readonly etag: string;
  readonly refused: RefusedSpeakers | undefined;
}

/** A field for the name of each speaker. */
export const speakersForm = (c: PageContext, { page, transcript, etag, refused }: ShownSpeakers): Markup =>
  html`${refused?.messages.map((message) => notice('problem', message))}
${refused?.isOutdated ? notice('warning', html`The speakers were changed after you opened this page. They are now: <q>${transcript.speakers.map(({ name }) => name ?? 'no name').join(', ')}</q> Your names are below: save to replace what is there now.`) : ''}
${form(c, {
  action: `${page}/speakers`,
  submit: 'Save names',
  hidden: { etag, seen: markOfSpeakers(transcript.speakers) },
  fields: transcript.speakers.map(({ id, name }, at) =>
    field({
      name: `${FIELD}${id}`,
      label: `Speaker ${at + 1}`,
      value: refused?.names.get(id) ?? name ?? '',
      required: false,
      maxLength: 100,
      autocomplete: 'off',
    }),
  ),
})}`;
