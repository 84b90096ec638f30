import type { RemoteFile } from '#shared/foundation/files/ports';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';

/** The source has, or sends, more than is taken. */
export class SourceTooLarge extends Error {
  override readonly name = 'SourceTooLarge';
}

/** The same file, which throws `SourceTooLarge` as soon as it is known to be too large: one that never ends as well. */
export const limitSize = (file: RemoteFile, mostBytes = LARGEST_MEDIA_BYTES): RemoteFile => ({
  async open(range) {
    const opened = await file.open(range);
    if ((opened.totalBytes ?? 0) > mostBytes) {
      await opened.stream.cancel();
      throw new SourceTooLarge();
    }
    let left = mostBytes - opened.firstByte;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        left -= piece.length;
        if (left < 0) throw new SourceTooLarge();
        controller.enqueue(piece);
      },
    });
    return { ...opened, stream: opened.stream.pipeThrough(counted) };
  },
});
