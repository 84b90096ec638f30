import type { WorkspaceId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RemoteFile } from '#shared/foundation/files/ports';
import { type IngestionContext, MediaRefused } from '#shared/texts/ingestions/ports';
import { addUpload } from '#shared/texts/uploads/commands/add-upload';
import { uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import { aRemoteFile } from '#test/support/a-remote-file';
import type { World } from '#test/support/api';
import { aShortWav } from './a-short-wav.ts';

interface Given {
  readonly world: World;
  readonly workspaceId: WorkspaceId;
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** How a file at a URL is served. */
interface Source {
  readonly bytes: Uint8Array;
  /** `refused`: it needs a login. */
  readonly state: 'there' | 'down' | 'refused';
  readonly takesRanges: boolean;
}

const NO_MEDIA = Buffer.from('This is no sound.');
/** Smaller than those of a deployment: a short file has several parts. */
export const SMALL_PARTS: NonNullable<IngestionContext['partSizes']> = { least: 500, smallest: 1_000, largest: 2_000 };
const PIECE_BYTES = 700;
/** A source that is there is reliable from then on: one that fails for an hour is given up. */
const UNRELIABLE_MS = 30 * MINUTE_MS;

/** Files of orders: uploads, and URLs that break off, are down, refuse, or have no ranges. Some of them are no media. */
export function mediaFiles({ world, workspaceId, random, wait }: Given) {
  const reliableFrom = later(world.clock.now(), UNRELIABLE_MS);
  const sources = new Map<string, Source>();
  /** By URL: whether a text can be made of it. */
  const usable = new Map<string, boolean>();

  const aUpload = async (bytes: Uint8Array): Promise<string> => {
    const upload = await addUpload(world.context)({
      workspaceId,
      userId: world.context.ids.make('usr'),
      filename: 'talk.wav',
    });
    await world.files.put(uploadKeyOf(upload), bytes, '');
    return world.context.uploadStorage.urlOf(uploadKeyOf(upload));
  };

  const aPublicUrl = (bytes: Uint8Array): string => {
    const url = `https://files.example.test/${sources.size}.wav`;
    const drawn = random();
    const state = drawn < 0.1 ? 'down' : drawn < 0.2 ? 'refused' : 'there';
    sources.set(url, { bytes, state, takesRanges: random() < 0.7 });
    return url;
  };

  const open = async ({ bytes, state, takesRanges }: Source, ...[range]: Parameters<RemoteFile['open']>) => {
    await wait(Math.round(random() * 5 * SECOND_MS));
    if (state === 'refused') throw new MediaRefused('401');
    const isUnreliable = world.clock.now() < reliableFrom;
    if (state === 'down' || (random() < 0.2 && isUnreliable)) throw new Error('503');
    const breaks = random() < 0.2 && isUnreliable ? { brokenAfter: Math.floor(random() * bytes.length) } : undefined;
    const file = { bytes, takesRanges, etag: '"1"', piece: PIECE_BYTES, mishaps: [breaks] };
    return aRemoteFile(file).source.open(range);
  };

  return {
    /** The URL of a new file. */
    async aFile(): Promise<string> {
      const isMedia = random() < 0.85;
      const bytes = isMedia ? aShortWav() : NO_MEDIA;
      const url = random() < 0.4 ? await aUpload(bytes) : aPublicUrl(bytes);
      usable.set(url, isMedia && (sources.get(url)?.state ?? 'there') === 'there');
      return url;
    },
    isUsable: (url: string): boolean => usable.get(url) ?? false,
    fileAt: (url: string): RemoteFile => {
      const source = sources.get(url);
      if (!source) throw new Error('There is no such source.');
      return { open: (range) => open(source, range) };
    },
  };
}
export type MediaFiles = ReturnType<typeof mediaFiles>;
