/** How the name of a media file ends, without the dot, by its media type; what is not known is called `bin`. */
export const formatOf = (contentType: string): string => FORMATS[contentType.toLowerCase()] ?? 'bin';

const FORMATS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'audio/x-matroska': 'mkv',
  'video/x-matroska': 'mkv',
  'audio/aac': 'aac',
  'video/mp2t': 'ts',
};
