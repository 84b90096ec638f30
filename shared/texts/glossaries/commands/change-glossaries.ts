import { isUnsaved } from '#shared/foundation/commands/changes';
import { command } from '#shared/foundation/commands/command';
import type { Listed } from '#shared/foundation/core/catalog';
import type { GlossaryId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { readTerms } from '#shared/texts/glossaries/commands/read-terms';
import { type GlossaryContext, termsKeyOf } from '#shared/texts/glossaries/ports';
import {
  createGlossary,
  type Glossary,
  type GlossaryPatch,
  type NewGlossary,
  requireLanguages,
  updateGlossary,
  withTerms,
} from '#shared/texts/glossaries/rules/glossary';
import { type GlossaryTerm, replaceTerms } from '#shared/texts/glossaries/rules/glossary-term';
import { glossaries } from '#shared/texts/glossaries/store';

interface Beside {
  /** Whether it is the default for its source language; undefined leaves that as it is. */
  readonly isDefault?: boolean | undefined;
  /** In place of all terms; undefined leaves them as they are. */
  readonly terms?: readonly GlossaryTerm[] | undefined;
}

/** Makes a glossary with its terms, and the default if that is asked; 409 where the workspace has the maximum. */
export const addGlossary = command(
  async (
    context: GlossaryContext,
    asked: NewGlossary,
    { isDefault = false, terms = [] }: Beside,
  ): Promise<Listed<Glossary>> => {
    const at = context.clock.now();
    const catalog = await glossaries.catalogOf(context.table, asked.workspaceId);
    const bare = createGlossary(context.ids.make('glo'), at, asked);
    const kept = replaceTerms(terms, bare.targetLanguages);
    const glossary = withTerms(bare, kept, newRevision(context));
    const result = { state: glossary, isDefault };
    const writes = glossaries.writesOfNew(catalog, result);
    await storing(context, bare, { glossary, terms: kept }, () =>
      context.changes.save({
        at,
        writes,
        limits: [context.useOf('glossaries', glossary.workspaceId, at)],
        result,
      }),
    );
    return result;
  },
);

/** Writes what was sent over the newest state, and moves the default; nothing new writes nothing. */
export const saveGlossary = command(
  async (
    context: GlossaryContext,
    id: GlossaryId,
    patch: GlossaryPatch,
    { isDefault: asked, terms }: Beside,
  ): Promise<Listed<Glossary>> => {
    const loaded = await glossaries.load(context.table, id);
    const { before } = loaded;
    const isDefault = asked ?? loaded.isDefault;
    const updated = updateGlossary(before.state, patch);
    const kept = terms && replaceTerms(terms, updated.targetLanguages);
    const isNew = kept !== undefined && !isSame(kept, await readTerms(context, before.state));
    const changed = isNew ? withTerms(updated, kept, newRevision(context)) : updated;
    requireLanguages(changed);
    if (isDefault === loaded.isDefault && isSame(before.state, changed)) return { state: before.state, isDefault };
    const at = context.clock.now();
    const glossary = { ...changed, updatedAt: at };
    const result = { state: glossary, isDefault };
    await storing(context, before.state, { glossary, terms: kept ?? [] }, () =>
      context.changes.save({ at, writes: glossaries.writesOfChange(loaded, result), result }),
    );
    return result;
  },
);

/** Changes the terms of a glossary by a rule; nothing new writes nothing. */
export const changeTerms = command(
  async (
    context: GlossaryContext,
    id: GlossaryId,
    decide: (terms: readonly GlossaryTerm[], glossary: Glossary) => readonly GlossaryTerm[],
  ): Promise<Listed<Glossary>> => {
    const { before, isDefault } = await glossaries.load(context.table, id);
    const found = await readTerms(context, before.state);
    const terms = decide(found, before.state);
    if (isSame(found, terms)) return { state: before.state, isDefault };
    const at = context.clock.now();
    const glossary = { ...withTerms(before.state, terms, newRevision(context)), updatedAt: at };
    const result = { state: glossary, isDefault };
    await storing(context, before.state, { glossary, terms }, () =>
      context.changes.save({ at, writes: [glossaries.put(before, glossary)], result }),
    );
    return result;
  },
);

/** Deletes a glossary with its terms and answers it as it was. */
export const deleteGlossary = command(async (context: GlossaryContext, id: GlossaryId): Promise<Listed<Glossary>> => {
  const loaded = await glossaries.load(context.table, id);
  const result = { state: loaded.before.state, isDefault: loaded.isDefault };
  await context.changes.save({ at: context.clock.now(), writes: glossaries.writesOfRemoval(loaded), result });
  const file = termsKeyOf(result.state);
  if (file) await context.terms.remove(file);
  return result;
});

const newRevision = ({ randomBytes }: GlossaryContext): string => Buffer.from(randomBytes(10)).toString('hex');

/**
 * Stores a file of terms before the row names it, and deletes the one before afterwards. A file that a crash leaves is
 * named by no row, and goes with the workspace. Where the outcome is unknown the new file stays: the row may name it.
 */
async function storing(
  { terms: storage }: GlossaryContext,
  before: Glossary,
  after: { readonly glossary: Glossary; readonly terms: readonly GlossaryTerm[] },
  save: () => Promise<void>,
): Promise<void> {
  const [older, newer] = [termsKeyOf(before), termsKeyOf(after.glossary)];
  const isOther = older?.revision !== newer?.revision;
  if (newer && isOther) await storage.save(newer, after.terms);
  try {
    await save();
  } catch (error) {
    if (newer && isOther && isUnsaved(error)) await storage.remove(newer);
    throw error;
  }
  if (older && isOther) await storage.remove(older);
}
