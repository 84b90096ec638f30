import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { languageField, optionalWorkspaceField, textField } from '#shared/foundation/http/fields';
import { orderMade } from '#shared/texts/orders/contract';
import { orderFields, WEBHOOK_OF_ORDER } from '#shared/texts/orders/fields';

/** As long as a webhook URL may be. */
export const LONGEST_URL = 2048;
const MOST_SPEAKERS = 30;

const hints = v.strictObject({
  count: v.optional(
    v.pipe(
      v.number(),
      v.integer('[invalid_type] must be a whole number.'),
      v.minValue(1, '[invalid] must be at least 1.'),
      v.maxValue(MOST_SPEAKERS, `[invalid] must be at most ${MOST_SPEAKERS}.`),
    ),
  ),
  channels: v.optional(v.boolean()),
  tracks: v.optional(v.boolean()),
});

const speakers = v.pipe(
  hints,
  v.forward(
    v.check(
      ({ channels, tracks }) => channels !== true || tracks !== true,
      '[invalid] cannot be true where speakers.channels is.',
    ),
    ['tracks'],
  ),
);

const ofMedia = {
  method: 'POST',
  group: 'orders',
  access: 'participate',
  callsOutside: true,
  body: v.strictObject({
    workspace_id: optionalWorkspaceField,
    url: textField(LONGEST_URL),
    language: languageField('auto'),
    ...orderFields,
    boost: v.optional(v.boolean()),
    speakers: v.optional(speakers, {}),
  }),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    url: 'https://files.example.com/interview.mp4',
    language: 'en',
  },
  ...orderMade,
  errors: { ...orderMade.errors, 422: [...orderMade.errors[422], 'not_available'] },
} as const;

const SHARED = `\`url\` is the \`signed_url\` or \`url\` of an upload, or a public https URL, with a file of at most 2 GB and 4 hours of audio; it is fetched in the background. \`language\` is that of the speech, or \`auto\`. \`workspace_id\` may be left out if the key belongs to exactly one workspace. \`name\`: left out, it is the file name. \`speakers\` helps to tell speakers apart: how many there are (1 to 30), or that each channel is one. \`speakers.tracks: true\` transcribes each audio track of the file, at most 8, as a speaker of its own, \`Track 1\` and so on, and counts each; a file with one track is transcribed as without it. It is 422 \`not_available\` where the speech service of the deployment hears one track alone, and \`invalid\` beside \`channels: true\`. \`confirm: false\` makes a draft, whose file is fetched at once. \`boost\` is accepted and ignored. \`style_guide_id\`: left out, it is the default of the workspace; with null there is none. Everything else is as in \`POST /translate\`. ${WEBHOOK_OF_ORDER}`;

export const transcribeContract = contract({
  ...ofMedia,
  path: '/transcribe',
  summary: 'Order a transcription',
  description: `Makes the text of a media file, as a conversation. With a style guide for \`transcription\` it is cleaned as the guide says; without one it stays as it was recognized. ${SHARED}`,
});

export const subtitleContract = contract({
  ...ofMedia,
  path: '/subtitle',
  summary: 'Order subtitles',
  description: `Makes the subtitles of a media file, as a conversation, by a style guide for \`subtitles\` or the built-in style. ${SHARED}`,
});
