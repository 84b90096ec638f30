import * as v from 'valibot';
import { alsoDocumented, textField } from '#shared/foundation/http/fields';
import { LONGEST_TAG, MOST_TAGS } from '#shared/texts/conversations/rules/conversation';

export const notBlank = <Schema extends v.GenericSchema<string, string>>(field: Schema) =>
  v.pipe(
    field,
    v.check((text) => text.trim() !== '', '[blank] must not be blank.'),
  ) as v.GenericSchema<string, string>;

export const tagField = alsoDocumented(notBlank(textField(LONGEST_TAG)), { minLength: 1 }) as v.GenericSchema<
  string,
  string
>;

export const tagsField = v.pipe(
  v.array(tagField),
  v.maxLength(MOST_TAGS, `[too_long] has more than ${MOST_TAGS} tags.`),
);
