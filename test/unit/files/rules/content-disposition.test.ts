import fc from 'fast-check';
import { contentDisposition } from '#shared/foundation/files/rules/content-disposition';
import { describe, expect, it } from '#test/support/jest';

describe('the header that names a download', () => {
  it('has the name as it is, and in ASCII', () => {
    expect(contentDisposition('attachment', 'Übergabe "1".txt')).toBe(
      'attachment; filename="_bergabe _1_.txt"; filename*=UTF-8\'\'%C3%9Cbergabe%20%221%22.txt',
    );
  });

  it('is one header in ASCII, whatever the name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contentDisposition('inline', name)).toMatch(
          /^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!-]*$/,
        );
      }),
    );
  });
});
