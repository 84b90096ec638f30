import * as v from 'valibot';
import { type Instant, isoOf, later } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import {
  LINK_LIFE_MS,
  linkEndsAt,
  type MediaUpload,
  partSizesOf,
  uploadKeyOf,
} from '#shared/texts/uploads/rules/upload';

export const UploadBody = v.strictObject({
  id: idText('upl'),
  object: v.literal('upload'),
  workspace_id: idText('wks'),
  filename: v.string(),
  size: v.nullable(v.pipe(v.number(), v.integer())),
  signed_url: v.nullable(v.string()),
  parts: v.nullable(v.array(v.strictObject({ number: v.pipe(v.number(), v.integer()), signed_url: v.string() }))),
  url: v.nullable(v.string()),
  expires_at: v.nullable(dateTime),
});

interface Links {
  readonly signedUrl: string | null;
  readonly parts: readonly { readonly number: number; readonly signed_url: string }[] | null;
  readonly url: string | null;
  readonly expiresAt: Instant | null;
}

export const NO_LINKS: Links = { signedUrl: null, parts: null, url: null, expiresAt: null };

export const presentUpload = (upload: MediaUpload, { signedUrl, parts, url, expiresAt }: Links) => ({
  id: upload.id,
  object: 'upload',
  workspace_id: upload.workspaceId,
  filename: upload.filename,
  size: upload.sizeBytes ?? null,
  signed_url: signedUrl,
  parts,
  url,
  expires_at: expiresAt === null ? null : isoOf(expiresAt),
});

/** Links for the bytes that are still to come, or the URL of a completed upload. */
export async function linksFor(storage: UploadStorage, upload: MediaUpload, now: Instant): Promise<Links> {
  const key = uploadKeyOf(upload);
  switch (upload.status) {
    case 'whole': {
      const until = linkEndsAt(upload, now);
      if (until === undefined) return { ...NO_LINKS, url: await storage.urlOf(key) };
      const signing = storage.signPut(key, now, upload.sizeBytes, until);
      const [signedUrl, url] = await Promise.all([signing, storage.urlOf(key)]);
      return { ...NO_LINKS, signedUrl, url, expiresAt: until };
    }
    case 'parts': {
      const expiresAt = later(now, LINK_LIFE_MS);
      const { multipartId, sizeBytes } = upload;
      const signed = await storage.signParts({ key, multipartId }, partSizesOf(sizeBytes), now);
      return { ...NO_LINKS, parts: signed.map((signed_url, at) => ({ number: at + 1, signed_url })), expiresAt };
    }
    case 'completed':
      return { ...NO_LINKS, url: await storage.urlOf(key) };
  }
}
