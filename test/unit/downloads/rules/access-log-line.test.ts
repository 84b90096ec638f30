import { LEAST_BYTES, readAccessLogLine } from '#shared/texts/downloads/rules/access-log-line';
import { describe, expect, it } from '#test/support/jest';
import { aLogLine } from '#test/unit/downloads/log-lines';

const WORKSPACE = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t';
const MEDIA = `${WORKSPACE}/bot_01kcw3v9e2f3hb5wnkq8zr6m4t/media/video.mp4`;
const UPLOAD = `uploads/${WORKSPACE}/upl_01kcw3v9e2f3hb5wnkq8zr6m4t`;
const counted = (bytes: number) => ({ workspaceId: WORKSPACE, bytes });

describe('a line of an access log', () => {
  it.each([
    ['a download', { key: MEDIA }, 1_000_000],
    ['a part of one', { key: MEDIA, status: '206', sent: '70000' }, 70_000],
    ['a download of an upload', { key: UPLOAD }, 1_000_000],
    ['a PUT, which sends nothing,', { key: UPLOAD, operation: 'REST.PUT.OBJECT', sent: '-' }, LEAST_BYTES],
    ['a PUT of a part', { key: UPLOAD, operation: 'REST.PUT.PART', sent: '-' }, LEAST_BYTES],
    ['a request for a few bytes', { key: MEDIA, status: '206', sent: '1' }, LEAST_BYTES],
    ['a request for the head', { key: MEDIA, operation: 'REST.HEAD.OBJECT', sent: '-' }, LEAST_BYTES],
    ['a request for what is not there', { key: MEDIA, status: '404', error: 'NoSuchKey', sent: '300' }, LEAST_BYTES],
    ['a range that the file does not have', { key: MEDIA, status: '416', error: 'InvalidRange' }, 1_000_000],
    ['a key that is encoded', { key: MEDIA.replaceAll('/', '%2F') }, 1_000_000],
    ['a key that is encoded twice', { key: MEDIA.replaceAll('/', '%252F') }, 1_000_000],
    ['a line without fields that were added later', { key: MEDIA, more: '' }, 1_000_000],
    [
      'a line with fields of the future',
      { key: MEDIA, more: ' TLSv1.3 - Yes eu-west-1 new "quoted field" -' },
      1_000_000,
    ],
  ])('counts %s for the workspace in its key', (_what, fields, bytes) => {
    expect(readAccessLogLine(aLogLine(fields))).toEqual(counted(bytes));
  });

  it.each([
    ['a read of the service', { key: MEDIA, authentication: 'AuthHeader' }],
    [
      'a read of the service in a line with new fields',
      { key: MEDIA, authentication: 'AuthHeader', more: ' a b c d e f' },
    ],
    ['a write of the service', { key: MEDIA, operation: 'REST.PUT.OBJECT', authentication: 'AuthHeader' }],
    ['a file of no workspace', { key: 'simulator/bot_01kcw3v9e2f3hb5wnkq8zr6m4t' }],
    ['a key that is no id', { key: 'wks_x/bot_1/media/a' }],
    ['a wrong signature', { key: MEDIA, status: '403', error: 'SignatureDoesNotMatch' }],
    ['a request that no one signed', { key: MEDIA, status: '403', error: 'AccessDenied', authentication: '-' }],
    ['a malformed request', { key: MEDIA, status: '400', error: 'InvalidArgument' }],
    ['a preflight of a browser', { key: UPLOAD, operation: 'REST.OPTIONS.PREFLIGHT' }],
    ['a deletion', { key: MEDIA, operation: 'REST.DELETE.OBJECT' }],
    ['a request about the bucket', { operation: 'REST.GET.VERSIONING' }],
  ])('does not count %s', (_what, fields) => {
    expect(readAccessLogLine(aLogLine(fields))).toBe('uncounted');
  });

  it('does not count an expiry, which has no request', () => {
    const line = `79a5 files [30/Nov/2026:09:00:38 +0000] - AmazonS3 3E57 S3.EXPIRE.OBJECT ${UPLOAD} "-" - - - 41 - - "-" "-" - - - - - - - -`;
    expect(readAccessLogLine(line)).toBe('uncounted');
  });

  it.each([
    ['an agent that ends its field', { agent: 'x" - id SigV4 cipher AuthHeader "' }],
    ['an agent that has all later fields', { agent: 'x" - id SigV4 cipher AuthHeader host TLSv1.2 - - us-east-1' }],
    ['a referer that has them', { referer: '-" "x" - id SigV4 cipher AuthHeader host "' }],
    ['a target that has an answer', { target: `/${MEDIA}?a="-"200"-"1` }],
    ['a target that has a line without blanks', { target: `/${MEDIA}?HTTP/1.1"%20403%20-%200%20-%20-` }],
  ])('counts a download with %s in its request', (_what, fields) => {
    expect(readAccessLogLine(aLogLine({ key: MEDIA, ...fields }))).toEqual(counted(1_000_000));
  });

  it.each(['', 'no log', aLogLine({ key: MEDIA }).slice(0, 300), aLogLine({ key: MEDIA, sent: 'many' })])(
    'is broken where it is not in the format: %j',
    (line) => {
      expect(readAccessLogLine(line)).toBe('broken');
    },
  );

  it.each([
    ['quotes', '"'],
    ['blanks', ' '],
    ['brackets', '['],
    ['quoted blanks', '" '],
    ['halves of a request line', '"GET a HTTP/1.'],
  ])('is read in time in proportion to its length, of %s alone too', (_what, piece) => {
    const long = aLogLine({ key: MEDIA, agent: piece.repeat(65_000 / piece.length) });
    const begunAt = performance.now();
    for (const text of [long, piece.repeat(65_000), `${aLogLine({ key: MEDIA }).slice(0, 250)}${piece.repeat(65_000)}`])
      readAccessLogLine(text);
    expect(performance.now() - begunAt).toBeLessThan(200);
  });
});
