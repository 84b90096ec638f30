import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';

/**
 * The code that CloudFront runs before it looks into its cache: JavaScript runtime 2.0, without imports. A signed link
 * (shared/foundation/files/hmac-file-links.ts) passes in its one spelling and is forwarded in it. The gateway decodes paths, so the
 * API cannot tell `/%66ile_…` from `/file_…`, and each spelling would be a cache entry and a read of its own.
 */
export const CANONICAL_IMAGE_LINKS = `
var PATH = /^\\/api\\/v1\\/files\\/file_[0-9a-z]{26}\\/content$/;
var EXPIRES = /^[1-9][0-9]{0,10}$/;
var SIGNATURE = /^[A-Za-z0-9_-]{1,20}\\.[A-Za-z0-9_-]{12}\\.[A-Za-z0-9_-]{43}$/;
var NOT_FOUND = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: {
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
    'x-content-type-options': { value: 'nosniff' }
  },
  body: '{"errors":[{"code":"not_found","message":"There is no such file."}]}'
};

function handler(event) {
  var request = event.request;
  var query = request.querystring;
  var expires = query.expires;
  var signature = query.signature;
  var isLink =
    PATH.test(request.uri) &&
    Object.keys(query).length === 2 &&
    expires && !expires.multiValue && EXPIRES.test(expires.value) &&
    signature && !signature.multiValue && SIGNATURE.test(signature.value);
  if (!isLink) return NOT_FOUND;
  request.querystring = { expires: { value: expires.value }, signature: { value: signature.value } };
  return request;
}
`.trimStart();

/** The CloudFront function that refuses links to images in any but their one spelling. */
export class CanonicalImageLinks extends EdgeFunction {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id, {
      functionName: resourceName(config, 'canonical-image-links'),
      comment: 'Refuses links to images in any but their one spelling',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(CANONICAL_IMAGE_LINKS),
    });
  }
}
