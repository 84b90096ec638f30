import * as v from 'valibot';
import { idField, metadataField, textField, urlField } from '#shared/foundation/http/fields';
import { notBlank, tagsField } from '#shared/texts/conversations/fields';
import { LONGEST_NAME } from '#shared/texts/conversations/rules/conversation';
import { SERVICES } from '#shared/texts/orders/rules/order';

export const MOST_GLOSSARIES = 10;

const glossaryIds = v.pipe(
  v.array(idField('glo')),
  v.maxLength(MOST_GLOSSARIES, `[too_long] has more than ${MOST_GLOSSARIES} glossaries.`),
);

/** What every order takes beside the text or media that it is made from. */
export const orderFields = {
  service: v.optional(v.picklist(SERVICES), 'auto'),
  confirm: v.optional(v.boolean(), true),
  name: v.optional(notBlank(textField(LONGEST_NAME))),
  folder_id: v.optional(v.nullable(idField('fol')), null),
  tags: v.optional(tagsField, []),
  metadata: v.optional(metadataField),
  glossary_ids: v.optional(v.nullable(glossaryIds)),
  style_guide_id: v.optional(v.nullable(idField('sty'))),
  webhook_url: v.optional(v.nullable(urlField)),
};
export type OrderOptions = v.InferOutput<v.StrictObjectSchema<typeof orderFields, undefined>>;

/** Of the descriptions of paths that take `webhook_url`. */
export const WEBHOOK_OF_ORDER =
  '`webhook_url` gets `order.fulfilled`, `order.failed` or `order.canceled` of this order, signed with the `webhook_secret` that this response alone shows.';

/** The example of an answer that shows the secret. */
export const SHOWN_WEBHOOK_SECRET = { webhook_secret: 'whsec_BEEAIfmrVcFJQ36uzTBqJdOmWdSqHDdkPyJh9n0Rw0A=' };
