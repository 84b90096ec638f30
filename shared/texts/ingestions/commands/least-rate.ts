import type { Clock } from '#shared/foundation/core/clock';
import { SECOND_MS } from '#shared/foundation/core/time';
import type { RemoteFile } from '#shared/foundation/files/ports';
import type { OpenMedia } from '#shared/foundation/files/rules/open-media';
import { MediaRefused } from '#shared/texts/ingestions/ports';

/** The source moves fewer bytes than a worker is held for. */
export class SourceTooSlow extends Error {
  override readonly name = 'SourceTooSlow';
}

const WINDOW_MS = 30 * SECOND_MS;
/** 100 KB/s. */
const LEAST_BYTES_A_WINDOW = 3_000_000;

/**
 * The same file, which throws `SourceTooSlow` where it opens for half a minute, or sends less than 100 KB/s over half a
 * minute. Only the time that the source is waited for counts, not that in which its bytes are stored.
 */
export const leastRate = (file: RemoteFile, clock: Clock): RemoteFile => ({
  async open(range) {
    const begun = clock.now();
    const isTooSlow = () => clock.now() - begun >= WINDOW_MS;
    const opened = await file.open(range).catch((error) => {
      throw isTooSlow() && !(error instanceof MediaRefused) ? new SourceTooSlow() : error;
    });
    if (isTooSlow()) {
      await opened.stream.cancel();
      throw new SourceTooSlow();
    }
    return { ...opened, stream: watched(opened.stream, clock) };
  },
});

function watched(stream: OpenMedia['stream'], clock: Clock): OpenMedia['stream'] {
  const reader = stream.getReader();
  let waitedMs = 0;
  let bytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const asked = clock.now();
        const { done, value } = await reader.read();
        if (done) return controller.close();
        waitedMs += clock.now() - asked;
        bytes += value.length;
        if (waitedMs >= WINDOW_MS) {
          if (bytes < LEAST_BYTES_A_WINDOW) {
            await reader.cancel();
            throw new SourceTooSlow();
          }
          waitedMs = 0;
          bytes = 0;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing ahead: what is not asked for is not waited for.
    { highWaterMark: 0 },
  );
}
