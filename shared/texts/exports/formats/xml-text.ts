/** Characters that XML 1.0 does not allow in any form. https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text without the characters that XML does not allow, among them halves of surrogate pairs. */
export const withoutControls = (text: string): string => text.replaceAll(NOT_XML, '');

/** Text as XML content or as the value of an attribute in quotation marks, without characters that XML does not allow. */
export const xmlText = (text: string): string =>
  withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
