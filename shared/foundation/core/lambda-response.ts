/**
 * The most bytes of a function's response, counted on its JSON: the body is a text in it, with its quotes escaped, and
 * bytes are in base64. Lambda documents 6 MB, and names this number in its error `Function.ResponseSizeTooLarge`:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const LAMBDA_RESPONSE_MAX_BYTES = 6_291_556;

/** The most bytes of a body, counted the same: the rest is for headers, and what the shape of an older version has beside. */
const BODY_MAX_BYTES = 5_500_000;

/** The most bytes of JSON that one UTF-16 code unit takes: `\u0001`. */
const MOST_PER_UNIT = 6;

/** The bytes that a text takes in JSON: those of its escapes as well. Of one that cannot fit, no more than at least. */
const bytesInJson = (text: string): number =>
  text.length > BODY_MAX_BYTES ? text.length : Buffer.byteLength(JSON.stringify(text));

/** Whether texts fit into one response as its body. Short ones are not measured. */
export const fitLambdaResponse = (texts: readonly string[]): boolean => howManyFit(texts) === texts.length;

/** How many of the texts fit into one response. */
export function howManyFit(texts: readonly string[]): number {
  const units = texts.reduce((total, text) => total + text.length, 0);
  if (units * MOST_PER_UNIT <= BODY_MAX_BYTES) return texts.length;
  let bytes = 0;
  const over = texts.findIndex((text) => {
    bytes += bytesInJson(text);
    return bytes > BODY_MAX_BYTES;
  });
  return over === -1 ? texts.length : over;
}

/** Whether Lambda takes a response. One with a short body is not measured. */
export const isLambdaResponse = (response: { readonly body?: string | undefined }): boolean =>
  (response.body ?? '').length * MOST_PER_UNIT <= BODY_MAX_BYTES ||
  Buffer.byteLength(JSON.stringify(response)) <= LAMBDA_RESPONSE_MAX_BYTES;
