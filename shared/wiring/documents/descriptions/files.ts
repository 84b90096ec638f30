import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of files and uploads. */
export const FILES_DESCRIPTIONS: Descriptions = {
  'Upload.size': 'In bytes; null where one `PUT` brings the file and its size was not given.',
  signed_url: 'Takes a `PUT` with the bytes until `expires_at`. Null if there are parts, or nothing is to come.',
  'parts.signed_url': 'Takes a `PUT` with the bytes of the part, in exactly its length, until `expires_at`.',
  'parts.number': 'From 1 on, in the order of the file.',
  'parts.etag': 'The `ETag` header of the answer to the `PUT` of the part.',
  parts: 'The parts of the file, 8 MB each but the last. Null if there are none, or nothing is to come.',
  'Upload.url': 'What `url` of an order takes. Null until the parts are completed.',
  'Upload.expires_at': 'When the links end. Null if nothing is to come.',
  filename: 'The name of the file. Folders in it are removed, and the last 200 characters are kept.',
  'Upload.filename': 'The name of the file, its last 200 characters.',
  content_type: 'Ignored: the type is read from the bytes.',
  size: 'The size of the file in bytes, at most 2 GB.',
  'File.content_type': 'Read from the bytes.',
  'File.url': 'Valid for one year. Each read returns a fresh one.',
  'File.size': 'Size in bytes.',
  'File.filename': 'The name of the file, with the extension of its type.',
};
