/** A batch request without its first entry, and how the service reports that entry as failed. */
export interface PartialBatch {
  /** Undefined if no entry is left. */
  readonly request: Json | undefined;
  readonly answer: (answered: Json) => Json;
}

type Json = Readonly<Record<string, unknown>>;

/** Takes the first entry of a request out, for the three requests whose answers say 200 all the same. */
export function partialBatch(action: string, asked: Json): PartialBatch | undefined {
  switch (action) {
    case 'PutEvents':
      return withoutFirstEvent(asked);
    case 'SendMessageBatch':
      return withoutFirstMessage(asked);
    case 'BatchGetItem':
      return withoutFirstKey(asked);
    default:
      return undefined;
  }
}

function withoutFirstEvent(asked: Json): PartialBatch {
  const [, ...others] = listIn(asked, 'Entries');
  return {
    request: others.length > 0 ? { ...asked, Entries: others } : undefined,
    answer: (answered) => ({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: 'InternalFailure', ErrorMessage: 'Not taken.' }, ...listIn(answered, 'Entries')],
    }),
  };
}

function withoutFirstMessage(asked: Json): PartialBatch {
  const [first, ...others] = listIn(asked, 'Entries');
  const failed = { Id: first?.['Id'], SenderFault: false, Code: 'InternalError', Message: 'Not taken.' };
  return {
    request: others.length > 0 ? { ...asked, Entries: others } : undefined,
    answer: (answered) => ({ Successful: [], ...answered, Failed: [failed, ...listIn(answered, 'Failed')] }),
  };
}

function withoutFirstKey(asked: Json): PartialBatch {
  const [table = '', question = {}] = Object.entries((asked['RequestItems'] ?? {}) as Record<string, Json>)[0] ?? [];
  const [first, ...others] = listIn(question, 'Keys');
  const unread = { [table]: { ...question, Keys: [first] } };
  return {
    request: others.length > 0 ? { RequestItems: { [table]: { ...question, Keys: others } } } : undefined,
    answer: (answered) => ({ Responses: { [table]: [] }, ...answered, UnprocessedKeys: unread }),
  };
}

const listIn = (json: Json, name: string): readonly Json[] => (json[name] ?? []) as readonly Json[];
