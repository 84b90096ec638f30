import * as v from 'valibot';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { TranslatedSlice, TranslatedSlices, UnfinishedText } from '#shared/texts/orders/ports';
import { TranslationIssueRow } from '#shared/texts/translation/row';

const Segments = v.array(v.object({ id: v.string(), text: v.string() }));
const Slice: v.GenericSchema<unknown, TranslatedSlice> = v.union([
  v.object({ segments: Segments, issues: v.array(TranslationIssueRow) }),
  // Of a translation that began before slices had issues.
  v.pipe(
    Segments,
    v.transform((segments) => ({ segments, issues: [] })),
  ),
]);

const folderOf = ({ workspaceId, conversationId }: UnfinishedText): string => `${workspaceId}/${conversationId}/`;
const slicesOf = (of: UnfinishedText): string => `${folderOf(of)}slices/`;
const keyOf = (of: UnfinishedText, number: number): string => `${slicesOf(of)}${String(number).padStart(5, '0')}.json`;

/** Slices as JSON files beside the text that they become. */
export const slicesInFiles = (files: FileStorage): TranslatedSlices => ({
  save: (of, number, slice) => files.put(keyOf(of, number), Buffer.from(JSON.stringify(slice)), 'application/json'),
  async read(of, number) {
    const bytes = await files.get(keyOf(of, number));
    return bytes && v.parse(Slice, JSON.parse(Buffer.from(bytes).toString('utf8')));
  },
  clear: (of) => removeAll(files, slicesOf(of)),
  clearAll: (of) => removeAll(files, folderOf(of)),
});

async function removeAll(files: Pick<FileStorage, 'removeSome'>, prefix: string): Promise<void> {
  while (await files.removeSome(prefix));
}
