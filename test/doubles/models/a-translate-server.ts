import { aRecorderServer, type Handled, jsonReply } from '#test/doubles/recorders/a-recorder-server';

/** What a request of `TranslateText` has. */
export interface TranslateTextRequest {
  readonly SourceLanguageCode: string;
  readonly TargetLanguageCode: string;
  readonly Text: string;
  readonly Settings?: { readonly Formality?: string };
}

const TARGET = 'AWSShineFrontendService_20170701.TranslateText';

/**
 * Amazon Translate's `TranslateText`, as its SDK speaks it: AWS JSON 1.1, texts of at most 10,000 bytes
 * (https://docs.aws.amazon.com/translate/latest/APIReference/API_TranslateText.html). It answers with the translation that
 * `say` makes of a request, or with the error that it names.
 */
export async function aTranslateServer(
  say: (request: TranslateTextRequest) => string | { readonly error: string; readonly status: number } | 'cut',
) {
  const server = await aRecorderServer(({ method, path, headers, body }): Handled => {
    if (method !== 'POST' || path !== '/' || headers['x-amz-target'] !== TARGET) return { status: 404 };
    if (!headers['authorization']?.startsWith('AWS4-HMAC-SHA256 ')) return refusal(403, 'MissingAuthenticationToken');
    const request: TranslateTextRequest = JSON.parse(body);
    if (Buffer.byteLength(request.Text) > 10_000) return refusal(400, 'TextSizeLimitExceededException');
    const said = say(request);
    if (said === 'cut') return 'cut';
    if (typeof said === 'object') return refusal(said.status, said.error);
    const { SourceLanguageCode, TargetLanguageCode, Settings } = request;
    return jsonReply(200, { TranslatedText: said, SourceLanguageCode, TargetLanguageCode, AppliedSettings: Settings });
  });
  return { ...server, asked: () => server.requests.map(({ body }) => JSON.parse(body) as TranslateTextRequest) };
}

const refusal = (status: number, name: string) =>
  jsonReply(status, { __type: name, Message: 'Account 111111111111 …' });
