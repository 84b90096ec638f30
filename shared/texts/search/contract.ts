import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { alsoDocumented, instantField, pageQuery, textField, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { SearchHitBody } from '#shared/texts/search/present';
import { hasManyPrefixes, LONGEST_QUERY, parseQuery, TOO_MANY_PREFIXES } from '#shared/texts/search/rules/parse-query';

export const searchContract = contract({
  method: 'GET',
  path: '/search',
  group: 'search',
  access: 'read',
  summary: 'Search meetings',
  description:
    'Finds what was said in the recorded meetings and the files of a workspace, and their titles and people. The best hit comes first. A page ranks the texts of up to 2,400 conversations, the newest first: `has_more` says that there are further hits or older conversations, and a page may be empty.',
  query: v.strictObject({
    workspace_id: workspaceField,
    q: alsoDocumented(
      v.pipe(
        textField(LONGEST_QUERY),
        v.check((text) => parseQuery(text).length > 0, '[bad_request] must have a word.'),
        v.check((text) => !hasManyPrefixes(text), `[bad_request] ${TOO_MANY_PREFIXES}`),
      ),
      {
        minLength: 1,
        description:
          'Words, "phrases" in quotation marks, and the beginnings of words (`budg*`), with a letter or a digit among them. Case and diacritics do not count. Of several words, the most telling ones have to be there; a phrase has to be there as it is. At most eight may be beginnings of words, as single characters of Chinese, Japanese, Korean and Thai are.',
      },
    ),
    after: v.optional(instantField),
    before: v.optional(instantField),
    person: v.optional(textField(200)),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of hits.', schema: listOf(SearchHitBody) } },
  errors: { 400: ['bad_request', 'missing'], 401: ['unauthorized'], 429: ['rate_limited'] },
});
