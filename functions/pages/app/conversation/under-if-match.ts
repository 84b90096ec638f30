import type { PageContext } from '#shared/api/page-kit/page-kit';
import { Refusal } from '#shared/foundation/core/refusal';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { textFileOf } from '#shared/texts/conversations/ports';
import { textEtag } from '#shared/texts/conversations/rules/text-etag';
import type { AppDependencies } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole } from '../workspace-access.ts';
import { type LoadedConversation, loadConversation } from './load-conversation.ts';

/** Corrections of other parts in a row after which one gives up. */
const ATTEMPTS = 4;

interface HeldCorrection<Saved> {
  /** Of the text that the form was made from. */
  readonly etag: string;
  readonly save: (loaded: LoadedConversation, etag: string) => Promise<Saved>;
  /** Whether the part that the form showed is in the text as it was. */
  readonly isUnchanged: (transcript: Transcript) => boolean;
}

type Outcome<Saved> =
  | { readonly loaded: LoadedConversation; readonly saved: Saved }
  | {
      readonly loaded: LoadedConversation;
      readonly errors: FormErrors;
      /** Whether the part was changed or removed after the form was made. */
      readonly isOutdated: boolean;
    };

/**
 * Corrects a part of a text under `If-Match`. Where only other parts have changed since the form was made, it is sent
 * again with the new `ETag`.
 */
export async function underIfMatch<Saved>(
  app: AppDependencies,
  c: PageContext,
  { etag, save, isUnchanged }: HeldCorrection<Saved>,
  attempt = 1,
): Promise<Outcome<Saved>> {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  try {
    return { loaded, saved: await save(loaded, etag) };
  } catch (thrown) {
    const errors = formErrors(thrown, LABELS);
    if (!isStale(thrown)) return { loaded, errors, isOutdated: false };
    const transcript = await currentText(app, loaded);
    const isSame = transcript !== undefined && isUnchanged(transcript);
    if (!isSame || attempt === ATTEMPTS) return { loaded, errors: { ...errors, messages: [] }, isOutdated: true };
    return underIfMatch(app, c, { etag: textEtag(loaded.found), save, isUnchanged }, attempt + 1);
  }
}

const LABELS = { segments: 'The text', speakers: 'The name of a speaker' };

const isStale = (thrown: unknown): boolean => thrown instanceof Refusal && thrown.kind === 'precondition_failed';

async function currentText(app: AppDependencies, { found }: LoadedConversation): Promise<Transcript | undefined> {
  const file = textFileOf(found);
  return file && app.results.transcript(file);
}
