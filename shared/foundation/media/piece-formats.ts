import {
  type AudioCodec,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** A format that speech servers read, and what it adds to the sound. */
interface PieceFormat {
  readonly format: OutputFormat;
  readonly extension: string;
  /** Bytes of a file without sound, at most. */
  readonly headerBytes: number;
  /** Bytes for each packet, at most. */
  readonly bytesPerPacket: number;
}

/**
 * The format for sound that is copied without decoding. Undefined for a codec that the servers do not read
 * (https://platform.openai.com/docs/guides/speech-to-text: mp3, mp4, m4a, wav, ogg, flac, webm).
 */
export function pieceFormatOf(codec: AudioCodec): PieceFormat | undefined {
  if (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw')
    return { format: new WavOutputFormat(), extension: 'wav', headerBytes: 128, bytesPerPacket: 0 };
  switch (codec) {
    case 'mp3': {
      // The header would tell the length, which is that of the frames.
      const format = new Mp3OutputFormat({ xingHeader: false });
      return { format, extension: 'mp3', headerBytes: 0, bytesPerPacket: 0 };
    }
    case 'aac': {
      const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
      return { format, extension: 'm4a', headerBytes: 4096, bytesPerPacket: 16 };
    }
    case 'opus':
    case 'vorbis':
      // Unlike Ogg, it needs no header of the source. Those of Vorbis hold its code books.
      return { format: new WebMOutputFormat(), extension: 'webm', headerBytes: 16_384, bytesPerPacket: 32 };
    case 'flac':
      return { format: new FlacOutputFormat(), extension: 'flac', headerBytes: 16_384, bytesPerPacket: 16 };
    default:
      return undefined;
  }
}
