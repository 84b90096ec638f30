import type { CommandContext } from '#shared/foundation/commands/context';
import type { GlossaryId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';

/** Files of terms. */
export interface TermsStorage {
  save(file: TermsKey, terms: readonly GlossaryTerm[]): Promise<void>;
  /** Undefined if there is no such file. */
  find(file: TermsKey): Promise<readonly GlossaryTerm[] | undefined>;
  /** Does nothing if there is no such file. */
  remove(file: TermsKey): Promise<void>;
}

export interface TermsKey {
  readonly workspaceId: WorkspaceId;
  readonly glossaryId: GlossaryId;
  readonly revision: string;
}

/** The file of a glossary's terms; undefined where it has none. */
export const termsKeyOf = ({ id, workspaceId, terms }: Glossary): TermsKey | undefined =>
  terms ? { workspaceId, glossaryId: id, revision: terms.revision } : undefined;

/** What commands that read or write terms work with. */
export interface GlossaryContext extends CommandContext {
  readonly terms: TermsStorage;
}
