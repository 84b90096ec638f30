import { browserUploadsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { s3UploadStorage } from '#shared/uploads/s3-upload-storage';

/** The URLs of uploads, for functions that tell them from others: without the role that signs links. */
export const uploadUrls = () =>
  s3UploadStorage({ bucket: requiredEnv('filesBucket'), clientWith: browserUploadsClient, role: undefined });
