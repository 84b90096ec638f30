import type { Table } from '#shared/foundation/core/table';
import { type TermsStorage, termsKeyOf } from '#shared/texts/glossaries/ports';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';
import { glossaries } from '#shared/texts/glossaries/store';

interface Needs {
  readonly table: Table;
  readonly terms: Pick<TermsStorage, 'find'>;
}

/** Attempts to read terms that change all the time. */
const MOST_ATTEMPTS = 5;

/**
 * The terms of a glossary as it was read, or as it is now: a change deletes the file of the terms before, so the row is
 * read again where the file is gone. None where the glossary is deleted meanwhile.
 */
export async function readTerms({ table, terms }: Needs, glossary: Glossary): Promise<readonly GlossaryTerm[]> {
  let named: Glossary | undefined = glossary;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const file = named && termsKeyOf(named);
    if (!file) return [];
    const found = await terms.find(file);
    if (found) return found;
    table.clearCache();
    named = (await glossaries.find(table, glossary.id))?.state;
  }
  throw new Error('The terms of a glossary changed at every attempt to read them.');
}
