/** RFC 6266: the name as it is, and in ASCII for clients without `filename*`. */
export function contentDisposition(how: 'attachment' | 'inline', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
