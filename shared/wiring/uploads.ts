import { browserUploadsClient, stsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { s3UploadStorage } from '#shared/texts/uploads/s3-upload-storage';

/** The uploads of a deployment. On local stacks, which have no role for links, the function signs. */
export function uploadStorageFromEnvironment(): UploadStorage {
  const arn = envOr('uploadRoleArn', '');
  return s3UploadStorage({
    bucket: requiredEnv('filesBucket'),
    clientWith: browserUploadsClient,
    role: arn === '' ? undefined : { sts: stsClient(), arn },
  });
}

/** The URLs of uploads, for functions that tell them from others: without the role that signs links. */
export const uploadUrls = () =>
  s3UploadStorage({ bucket: requiredEnv('filesBucket'), clientWith: browserUploadsClient, role: undefined });
