import * as v from 'valibot';
import type { RecordedRequest } from '#test/aws/recording/recording';
import type { NamedResource, NeededAccess, Needs, RecordedStack } from './needed-access.ts';

/** Parameters that change what an object is read or written as, not what is done. */
const OF_OBJECTS =
  /^(?:x-id|response-|partNumber$|encoding-type$|continuation-token$|max-keys$|delimiter$|start-after$)/;

/**
 * The actions of S3: service authorization reference, and the permissions that each operation of the API reference
 * names. Without `s3:ListBucket`, a missing object is answered with 403 instead of 404.
 */
export function s3Needs(request: RecordedRequest, stack: RecordedStack): Needs {
  const { method, status, copySource } = request;
  const { bucket, key, query } = placeIn(request.path);
  const bucketArn: NamedResource = { id: stack.find(bucket, 'AWS::S3::Bucket'), suffix: '' };
  const object = (action: string, name = key): NeededAccess => ({
    action: `s3:${action}`,
    resource: { ...bucketArn, suffix: `/${name}` },
    context: {},
  });
  const list = (prefix?: string): NeededAccess => ({
    action: 's3:ListBucket',
    resource: bucketArn,
    context: prefix === undefined ? {} : { 's3:prefix': [prefix] },
  });
  const read = [object('GetObject'), ...(status === 404 ? [list()] : [])];
  const asked = [...query.keys()]
    .filter((name) => !OF_OBJECTS.test(name))
    .sort()
    .join('&');

  switch (`${method} ${key === '' ? 'bucket' : 'object'} ${asked}`.trim()) {
    case 'GET object':
    case 'HEAD object':
      return read;
    case 'GET object uploadId':
      return [object('ListMultipartUploadParts')];
    case 'GET bucket list-type&prefix':
      return [list(query.get('prefix') ?? '')];
    case 'PUT object':
    case 'PUT object uploadId':
      return [object('PutObject'), ...(copySource === undefined ? [] : copied(copySource, stack))];
    case 'POST object uploadId':
    case 'POST object uploads':
      return [object('PutObject')];
    case 'POST bucket delete':
      return v
        .parse(v.object({ Keys: v.array(v.string()) }), request.body)
        .Keys.map((name) => object('DeleteObject', name));
    case 'DELETE object':
      return [object('DeleteObject')];
    case 'DELETE object uploadId':
      return [object('AbortMultipartUpload')];
    default:
      return { undecidable: `S3 ${method} with ${asked || 'no parameters'}` };
  }
}

function copied(source: string, stack: RecordedStack): readonly NeededAccess[] {
  const { bucket, key } = placeIn(`/${source.replace(/^\//, '')}`);
  const resource = { id: stack.find(bucket, 'AWS::S3::Bucket'), suffix: `/${key}` };
  return [{ action: 's3:GetObject', resource, context: {} }];
}

function placeIn(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://s3');
  const [, bucket = '', ...key] = pathname.split('/');
  return { bucket, key: decodeURIComponent(key.join('/')), query: searchParams };
}
