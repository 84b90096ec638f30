import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { ArnPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { NodeFunction } from './node-function.ts';

/** As in shared/texts/uploads/rules/upload.ts; a test compares them. */
const UPLOADS_PREFIX = 'uploads/';
const UPLOAD_LIFE_DAYS = 7;

/** Patterns of object keys, by what the objects are. */
const KEYS = {
  /** Uploads, and the copies that brand kits have. */
  uploads: 'wks_*/files/*',
  /** Media, transcripts and summaries. */
  recordings: 'wks_*/bot_*',
  /** Files of exports. */
  exports: 'wks_*/exports/*',
  /** Texts of orders, and what of them is under way. */
  texts: 'wks_*/con_*',
  /** The media files that texts of orders were made of. */
  orderedMedia: 'wks_*/con_*/media',
  /** Terms. */
  glossaries: 'wks_*/glossaries/*',
  /** Texts as search keeps them. */
  search: 'wks_*/search/*',
  /** The state of the bots of the simulator. */
  simulator: 'simulator/*',
  workspaces: 'wks_*',
  /** Media that callers upload. */
  media: `${UPLOADS_PREFIX}*`,
} as const;

type Kind = keyof typeof KEYS;

/** The bucket of recordings, transcripts and uploads, with its access log. */
export class FilesBucket extends Construct {
  readonly bucket: Bucket;
  /** One object for the requests of some minutes, as S3 delivers them: within hours, and best effort. */
  readonly accessLog: Bucket;
  private readonly key: IKey;
  private readonly isLocal: boolean;
  private uploadLinks: Role | undefined;

  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id);
    this.key = key;
    this.isLocal = config.stage === 'local';
    const privateBucket = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: removalPolicyOf(config),
    };
    this.accessLog = new Bucket(this, 'AccessLog', {
      ...privateBucket,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(config.logRetentionDays) }],
    });
    reportObjects(this.accessLog);

    // Without versioning: every object is written once, and a deleted object must not remain.
    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      // With exactOptionalPropertyTypes, Bucket of aws-cdk-lib is not assignable to IBucket.
      serverAccessLogsBucket: this.accessLog as IBucket,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { prefix: UPLOADS_PREFIX, expiration: Duration.days(UPLOAD_LIFE_DAYS) },
      ],
      // Browsers send the parts of uploads from pages of ours, and complete an upload by the ETag of each part.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: [config.publicOrigin ?? `https://*.execute-api.${Stack.of(this).region}.amazonaws.com`],
          allowedHeaders: ['content-type'],
          exposedHeaders: ['ETag'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
    });
  }

  /** Sets the name of the bucket, without a permission. */
  addNameTo(fn: NodeFunction): void {
    fn.addEnvironment(ENV.filesBucket, this.bucket.bucketName);
  }

  /** Reads objects of one kind. */
  grantRead(fn: NodeFunction, kind: Kind): void {
    this.grant(fn, kind, ['s3:GetObject']);
  }

  /** Reads, writes and deletes objects of one kind. */
  grantReadWrite(fn: NodeFunction, kind: Kind): void {
    this.grant(fn, kind, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']);
  }

  /** Uploads objects of one kind in parts, beside `grantReadWrite`. Uploads that are not completed end after a day. */
  grantMultipart(fn: NodeFunction, kind: Kind): void {
    this.grant(fn, kind, ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload']);
  }

  /**
   * Starts jobs of Amazon Transcribe that write into this bucket. Transcribe reads and writes objects with the rights of
   * the function. The action has no resources, only conditions.
   */
  grantTranscribe(fn: NodeFunction): void {
    fn.addEnvironment(ENV.filesKeyArn, this.key.keyArn);
    fn.allow(['transcribe:StartTranscriptionJob'], ['*'], {
      StringEquals: { 'transcribe:OutputBucketName': this.bucket.bucketName },
    });
  }

  /**
   * Begins and completes uploads, and signs the links for them. The role that signs may write uploads alone; its sessions
   * last as long as the links, which the sessions of a function need not. The functions that take uploads, all in one
   * stack, share it. On local stacks the function signs.
   */
  grantUploads(fn: NodeFunction): void {
    this.grant(fn, 'media', ['s3:GetObject', 's3:PutObject']);
    if (this.isLocal) return;
    const signer = new ArnPrincipal(fn.role?.roleArn ?? '');
    const role = this.uploadLinks ?? this.uploadLinksRole(fn, signer);
    if (this.uploadLinks)
      role.assumeRolePolicy?.addStatements(new PolicyStatement({ actions: ['sts:AssumeRole'], principals: [signer] }));
    this.uploadLinks = role;
    fn.addEnvironment(ENV.uploadRoleArn, role.roleArn);
    fn.allow(['sts:AssumeRole'], [role.roleArn]);
  }

  private uploadLinksRole(fn: NodeFunction, assumedBy: ArnPrincipal): Role {
    const role = new Role(Stack.of(fn), 'UploadLinks', { assumedBy, description: 'Signs links for uploads' });
    role.addToPolicy(
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [this.bucket.arnForObjects(KEYS.media)] }),
    );
    this.suppressWildcard(role, 'media');
    return role;
  }

  /** Lists and deletes everything that workspaces have, without reading it. */
  grantPurge(fn: NodeFunction): void {
    this.grant(fn, 'workspaces', ['s3:DeleteObject']);
    this.grant(fn, 'media', ['s3:DeleteObject']);
  }

  /** Reads what the access log says of all requests. */
  grantReadAccessLog(fn: NodeFunction): void {
    fn.allow(['s3:GetObject'], [this.accessLog.arnForObjects('*')]);
    suppressNagRule(
      fn.role ?? fn,
      `AwsSolutions-IAM5[Resource::${exportedName(this.accessLog)}/*]`,
      'It counts the requests of all workspaces, each log once.',
    );
  }

  private grant(fn: NodeFunction, kind: Kind, actions: string[]): void {
    this.addNameTo(fn);
    fn.allow(actions, [this.bucket.arnForObjects(KEYS[kind])]);
    // Without ListBucket, S3 responds 403 instead of 404 for a missing object.
    fn.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    this.suppressWildcard(fn.role ?? fn, kind);
  }

  private suppressWildcard(role: IConstruct, kind: Kind): void {
    suppressNagRule(
      role,
      `AwsSolutions-IAM5[Resource::${exportedName(this.bucket)}/${KEYS[kind]}]`,
      'It serves the files of all workspaces, whose keys begin with the id of the workspace.',
    );
  }
}

/** The export name of a bucket's ARN, which the id of the cdk-nag finding contains. */
function exportedName(bucket: Bucket): string {
  const stack = Stack.of(bucket);
  const { 'Fn::ImportValue': name } = stack.resolve(stack.exportValue(bucket.bucketArn));
  return String(name);
}

/**
 * Sends events of S3 about the bucket to the default bus of the account, where rules of other stacks find them. The property
 * of the construct would add a function of CDK's own.
 */
function reportObjects(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${bucket.node.path} has no bucket resource.`);
  resource.addPropertyOverride('NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled', true);
}
