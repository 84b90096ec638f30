import { command } from '#shared/foundation/commands/command';
import type { UploadId } from '#shared/foundation/core/ids';
import { conflict, notFound, unprocessable } from '#shared/foundation/core/refusal';
import type { UploadContext } from '#shared/texts/uploads/commands/add-upload';
import { type MediaUpload, partSizesOf, uploadKeyOf, uploadStoredJobs } from '#shared/texts/uploads/rules/upload';
import { findUpload, uploads } from '#shared/texts/uploads/store';

interface SentPart {
  readonly number: number;
  readonly etag: string;
}

/** Makes the parts of an upload a file. A completed upload stays as it is; 409 for one that takes a single `PUT`. */
export const completeUpload = command(
  async (context: UploadContext, id: UploadId, parts: readonly SentPart[]): Promise<MediaUpload> => {
    const at = context.clock.now();
    const before = await findUpload(context.table, id, at);
    if (!before) throw notFound(uploads.noun);
    const { state } = before;
    if (state.status === 'completed') return state;
    if (state.status === 'whole') throw conflict('This upload has no parts: one PUT to signed_url brings its file.');
    const etags = etagsInOrder(parts, partSizesOf(state.sizeBytes).length);
    const open = { key: uploadKeyOf(state), multipartId: state.multipartId };
    const outcome = await context.uploadStorage.complete(open, etags);
    if (outcome === 'invalid_parts')
      throw unprocessable('parts', 'invalid', 'parts names a part that was not uploaded, or has another ETag.');
    if (outcome === 'gone') throw conflict('The parts were deleted, a day after the upload began: begin a new upload.');
    const { multipartId: _, ...rest } = state;
    const after = { ...rest, status: 'completed' } as const satisfies MediaUpload;
    await context.changes.save({
      at,
      writes: [uploads.put(before, after)],
      jobs: uploadStoredJobs(after, at),
      result: after,
    });
    return after;
  },
);

/** 422 unless every part is there once. */
function etagsInOrder(parts: readonly SentPart[], count: number): readonly string[] {
  const ordered = parts.toSorted((one, other) => one.number - other.number);
  if (ordered.length !== count || ordered.some(({ number }, at) => number !== at + 1))
    throw unprocessable('parts', 'invalid', `parts must name each of the ${count} parts once, by its number.`);
  return ordered.map(({ etag }) => etag);
}
