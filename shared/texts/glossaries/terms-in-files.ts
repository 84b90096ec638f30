import * as v from 'valibot';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { TermsKey, TermsStorage } from '#shared/texts/glossaries/ports';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';

const StoredTerms: v.GenericSchema<unknown, readonly GlossaryTerm[]> = v.array(
  v.object({ source: v.string(), targets: v.record(v.string(), v.string()), caseSensitive: v.boolean() }),
);

/** Terms as JSON files: an item of the table holds 400 KB, a glossary 1 MB. */
export const termsInFiles = (files: Pick<FileStorage, 'put' | 'get' | 'remove'>): TermsStorage => ({
  save: (file, terms) => files.put(keyOf(file), Buffer.from(JSON.stringify(terms)), 'application/json'),
  async find(file) {
    const bytes = await files.get(keyOf(file));
    return bytes && v.parse(StoredTerms, JSON.parse(Buffer.from(bytes).toString('utf8')));
  },
  remove: (file) => files.remove(keyOf(file)),
});

/** Keys begin with the workspace, so that a purge is a prefix. */
const keyOf = ({ workspaceId, glossaryId, revision }: TermsKey): string =>
  `${workspaceId}/glossaries/${glossaryId}/${revision}.json`;
